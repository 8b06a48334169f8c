/** Starts other programs: either with their output kept, or with it shown as it comes. */
import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";

export type Outcome = { readonly exitCode: number; readonly output: string };

/** Keeps stdout and stderr, in the order they came. Rejects only if the program cannot be started. */
export function captureCommand(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<Outcome> {
  // A group of its own, so that what it starts in its turn (a compiler, say) can be stopped with it.
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"], detached: IN_GROUPS });
  let output = "";
  const keep = (text: string) => {
    output += text;
  };
  child.stdout.setEncoding("utf8").on("data", keep);
  child.stderr.setEncoding("utf8").on("data", keep);
  const stop = (signal: NodeJS.Signals) => {
    if (IN_GROUPS && child.pid !== undefined) process.kill(-child.pid, signal);
    process.exit(128 + constants.signals[signal]);
  };
  return ended(child, "close", stop).then((exitCode) => ({ exitCode, output }));
}

/** Shares this console with the program and hands on the signals that ask it to stop. */
export function showCommand(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<number> {
  const child = spawn(command, args, { ...options, stdio: "inherit" });
  return ended(child, "exit", (signal) => child.kill(signal));
}

const IN_GROUPS = process.platform !== "win32";
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Settles with the exit code once `event` has come; until then the signals that ask to stop go to `onSignal`. */
function ended(
  child: ChildProcess,
  event: "exit" | "close",
  onSignal: (signal: NodeJS.Signals) => void,
): Promise<number> {
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
  return new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once(event, (code: number | null, signal: NodeJS.Signals | null) =>
      resolve(exitCodeOf(code, signal)),
    );
  }).finally(() => {
    for (const signal of STOP_SIGNALS) process.off(signal, onSignal);
  });
}

/** The way to call npm that works on every system: npm names its own program to its scripts. */
export function npmCommand(...args: string[]): [string, string[]] {
  const npm = process.env.npm_execpath;
  return npm ? [process.execPath, [npm, ...args]] : ["npm", args];
}

export function isOnPath(command: string): boolean {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.some((folder) => existsSync(path.join(folder, command)));
}

function exitCodeOf(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

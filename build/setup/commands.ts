/** Starts other programs: either with their output kept, or with it shown as it comes. */
import { spawn, type SpawnOptions } from "node:child_process";
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
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const keep = (text: string) => {
      output += text;
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    child.once("error", reject);
    child.once("close", (code, signal) => {
      resolve({ exitCode: exitCodeOf(code, signal), output });
    });
  });
}

/** Shares this console with the program and hands on the signals that ask it to stop. */
export function showCommand(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: "inherit" });
    const handOn = (signal: NodeJS.Signals) => {
      child.kill(signal);
    };
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
    for (const signal of signals) process.on(signal, handOn);
    const stopListening = () => {
      for (const signal of signals) process.off(signal, handOn);
    };
    child.once("error", (error) => {
      stopListening();
      reject(error);
    });
    child.once("exit", (code, signal) => {
      stopListening();
      resolve(exitCodeOf(code, signal));
    });
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

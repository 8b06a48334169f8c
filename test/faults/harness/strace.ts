/** Runs a process under strace, which counts and records its system calls, and makes one of them fail or kill it. */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Calls by which a file comes to be what it is. */
export const FILE_CALLS = [
  "pwrite64",
  "write",
  "fsync",
  "fdatasync",
  "ftruncate",
  "rename",
  "unlink",
] as const;

export type FileCall = (typeof FILE_CALLS)[number];

/** Why there is no strace here; undefined if there is. */
export function straceMissing(): string | undefined {
  if (process.platform !== "linux") return "strace is a program of Linux";
  const { error, status, stderr } = spawnSync("strace", ["-qq", "-o", "/dev/null", "true"], {
    encoding: "utf8",
  });
  if (error) return "there is no strace on this machine";
  return status === 0 ? undefined : `strace may not trace here: ${stderr.trim()}`;
}

/** What is done at the n-th call of a thread: strace counts for each by itself. */
export interface Injection {
  readonly call: FileCall;
  readonly n: number;
  readonly what: "signal=KILL" | "error=EIO" | "error=ENOSPC";
}

/** The words that start a program so; what it calls is written to `log`. */
export function tracing(log: string, injection?: Injection): string[] {
  const words = ["strace", "-f", "-qq", "-o", log, "-e", `trace=${FILE_CALLS.join()}`];
  if (injection === undefined) return words;
  const { call, n, what } = injection;
  // Not with --seccomp-bpf, where strace sends no signals.
  return [...words, "-e", `inject=${call}:${what}:when=${n}`];
}

/** Of a database, a log or a mark; what is longer fills room that nobody reads. */
const LONGEST_WRITE = 70_000;

/** The same, with all that is written, to be done again. */
export const recording = (log: string, injection?: Injection): string[] => {
  const words = ["strace", "-f", "-qq", "-y", "-xx", "-s", String(LONGEST_WRITE), "-o", log];
  const inject = injection ? ["-e", `inject=${injection.call}:${injection.what}:when=${injection.n}`] : [];
  return [...words, "--seccomp-bpf", "-e", `trace=${[...FILE_CALLS, "openat"].join()}`, ...inject];
};

/** How often the thread that did it most called each. */
export function callsIn(log: string): ReadonlyMap<FileCall, number> {
  const counts = new Map<string, number>();
  const most = new Map<FileCall, number>();
  for (const [, thread = "", call = ""] of readFileSync(log, "utf8").matchAll(/^(\d+) +(\w+)\(/gm)) {
    const key = `${thread} ${call}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const known = call as FileCall;
    most.set(known, Math.max(count, most.get(known) ?? 0));
  }
  return most;
}

export const wasInjected = (log: string): boolean => readFileSync(log, "utf8").includes("(INJECTED)");

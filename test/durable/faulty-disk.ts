/** A disk that fails on purpose: system calls of a process are made to fail, or to kill it, by strace. */

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Told } from "./hurt-lab.ts";

/** Null, or why no system call can be made to fail here. */
export const noFaults = ((): string | null => {
  try {
    execFileSync("strace", ["-qq", "-o", "/dev/null", "true"], { stdio: "ignore" });
    return null;
  } catch {
    return "strace is not here, or may not trace";
  }
})();

export interface Hurt {
  readonly told: readonly Told[];
  readonly isKilled: boolean;
  /** The lab's thread's system calls, in order, as in `fsync(20) = 0`. */
  readonly calls: readonly string[];
}

const CALLS = "fsync,fdatasync,pwrite64,ftruncate,rename,unlink";

/** Runs hurt-lab.ts with each of `faults` injected, as in `fsync:error=EIO:when=30`. */
export async function hurtLab(
  folder: string,
  jobs: number,
  callers: number,
  faults: readonly string[],
): Promise<Hurt> {
  const trace = join(folder, "trace.txt");
  const script = fileURLToPath(new URL("hurt-lab.ts", import.meta.url));
  const watching = ["-f", "-qq", "-o", trace, "-e", `trace=${CALLS}`];
  const hurting = faults.flatMap((fault) => ["-e", `inject=${fault}`]);
  const lab = [process.execPath, script, join(folder, "lab.db"), String(jobs), String(callers)];
  const child = spawn("strace", [...watching, ...hurting, ...lab], {
    stdio: ["ignore", "pipe", "inherit"],
    timeout: 60_000,
  });
  const told: Told[] = [];
  createInterface(child.stdout).on("line", (line) => told.push(JSON.parse(line) as Told));
  const [code] = (await once(child, "close")) as [number | null];
  const lines = readFileSync(trace, "utf8").split("\n");
  const calls = lines.map((line) => line.replace(/^\d+ +/, "")).filter((line) => /^[a-z0-9]+\(/.test(line));
  return { told, isKilled: code !== 0, calls };
}

/** How often `name` was called before the call at `end`. */
export const countOf = ({ calls }: Hurt, name: string, end: number): number =>
  calls.slice(0, end).filter((call) => call.startsWith(`${name}(`)).length;

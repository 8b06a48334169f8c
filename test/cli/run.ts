/** Runs one of the command-line programs as a process of its own, from its source. */

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export async function run(
  program: "replay" | "lab",
  args: readonly string[],
  input: string | Buffer = "",
): Promise<Ran> {
  const file = fileURLToPath(new URL(`../../engine/cli/${program}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file, ...args]);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  child.stdin.end(input);
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

export const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join("");

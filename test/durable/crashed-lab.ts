/** The files of a lab as a crash leaves them, to be hurt: what was answered last stands in the log only. */

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { logOf } from "../../engine/durable/sqlite/log.ts";
import { markOf } from "../../engine/durable/sqlite/mark.ts";

/** Copies what `lab` has on disk now into a folder of its own; gives the database's new name. */
export function crash(file: string, folder: string): string {
  const there = join(folder, "crashed");
  mkdirSync(there);
  const copy = join(there, basename(file));
  for (const of of [(name: string) => name, logOf, markOf]) copyFileSync(of(file), of(copy));
  return copy;
}

/** Turns all bits of `count` bytes of `file` at `at`; from the end if that is negative. */
export function flip(file: string, at: number, count = 1): void {
  const content = readFileSync(file);
  const from = at < 0 ? content.length + at : at;
  for (let n = from; n < from + count; n += 1) content[n]! ^= 0xff;
  writeFileSync(file, content);
}

/** File, log and mark, to the byte. */
export const bytesOf = (file: string): readonly (string | null)[] =>
  [file, logOf(file), markOf(file)].map((name) => {
    try {
      return readFileSync(name, "base64");
    } catch {
      return null;
    }
  });

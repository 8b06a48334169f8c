/**
 * Whether a file can be looked after at all, by plain reads and without a trace: verified, copied, restored from. A
 * backup may lie where nothing can be written.
 */

import { statSync } from "node:fs";
import { resolve } from "node:path";
import { judgeIdentity, readStart } from "../header.ts";
import { MIGRATIONS } from "../migrations/index.ts";
import { DatabaseRefused } from "../refused.ts";
import type { SqliteOptions } from "../sqlite-options.ts";

export interface JudgeOptions extends SqliteOptions {
  /**
   * This process has the file open: it was judged then. A plain read would end with closing the file, and so give away
   * SQLite's locks on it: other programs could take its log away.
   */
  readonly isOpenHere?: boolean | undefined;
}

export interface Judged {
  readonly file: string;
  readonly version: number;
  readonly bytes: number;
}

/** Throws DatabaseRefused. */
export function judged(named: string, { isOpenHere = false }: JudgeOptions = {}): Judged {
  const file = resolve(named);
  if (isOpenHere) return { file, version: MIGRATIONS.length, bytes: statSync(file).size };
  const start = readStart(file, "r");
  if (start === undefined) throw new DatabaseRefused(`There is no file ${file}. Check the name.`);
  return { file, version: judgeIdentity(file, start, MIGRATIONS.length, OTHER), bytes: start.size };
}

const OTHER = "Name another file, such as an older backup.";

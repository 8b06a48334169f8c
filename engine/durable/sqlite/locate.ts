/**
 * The one path by which a database is locked and opened: two names for one file would make two locks, and two
 * write-ahead logs.
 */

import { existsSync, lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { logOf } from "./log.ts";
import { markOf } from "./mark.ts";
import { DatabaseRefused } from "./refused.ts";
import { isReplacementPending } from "./replacement.ts";

/** What a restore makes ready before it puts it in place. */
export const restoringOf = (file: string): string => `${file}.restoring`;

/** Throws DatabaseRefused for names that lead to no file of their own. */
export function locate(named: string): string {
  const path = resolve(named);
  if (path !== path.trim()) throw new DatabaseRefused(`“${named}” ends in a space. Name a file without one.`);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    if (existsSync(restoringOf(path))) {
      throw new DatabaseRefused(
        `A restore of ${path} was cut off. Restore it again; to begin anew, name another file.`,
      );
    }
    const witness = [logOf(path), markOf(path)].find((beside) => existsSync(beside));
    if (witness !== undefined && !isReplacementPending(path)) {
      throw new DatabaseRefused(
        `${path} is missing, but ${witness} beside it shows that it was there. Put it back or restore a backup; to begin anew, name another file.`,
      );
    }
    return existsSync(dirname(path)) ? join(realpathSync(dirname(path)), basename(path)) : path;
  }
  if (stats.isSymbolicLink() && !existsSync(path)) {
    throw new DatabaseRefused(
      `${path} is a link to a file that isn't there. Is its drive connected? Else name another file.`,
    );
  }
  if (stats.isFile() && stats.nlink > 1) {
    throw new DatabaseRefused(
      `${path} has a second name (a hard link), under which it could be opened twice. Remove the other name, or make a copy and use that.`,
    );
  }
  return realpathSync(path);
}

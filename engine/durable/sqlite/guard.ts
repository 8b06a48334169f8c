/**
 * A connection that can't write. While it is there, no other's end moves the log into the file, and its own end doesn't
 * either: so a damaged database can be looked at, and left as it is to the byte (rule D6).
 */

import { rmSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { logOf } from "./log.ts";
import { damaged } from "./refused.ts";
import type { SqliteOptions } from "./sqlite-options.ts";

/** Undefined if the file can't even be read. */
export function guardOf(file: string, options: SqliteOptions): Database.Database | undefined {
  try {
    return openGuard(file, options);
  } catch {
    return undefined;
  }
}

function openGuard(file: string, options: SqliteOptions): Database.Database {
  const guard = new Database(file, { ...options, readonly: true });
  try {
    guard.prepare("SELECT count(*) FROM sqlite_schema").get();
    return guard;
  } catch (error) {
    guard.close();
    throw error;
  }
}

/** What the lab's state is read from. The events, which are many more, are proved when there is time (rule D4). */
const LOADED = ["lab", "job", "prerequisite"];
/**
 * Of a file with more jobs, nearly all are finished, and a start reads none of them: to look at each would cost every start
 * what reading the rest costs. Pages that the start does read are checked by reading them; the others when there is time.
 */
const MOST_CHECKED = 250_000;

/**
 * Throws DatabaseRefused if what a start reads is damaged: pages that don't fit together, or rows that break a rule of the
 * schema. At most about a third of a second.
 */
export function checkLoaded(file: string, options: SqliteOptions): void {
  let guard: Database.Database | undefined;
  let db: Database.Database | undefined;
  try {
    // What can't even be read is not opened for writing: its end would move the log into the file.
    guard = openGuard(file, options);
    // SQLite knows no CHECK on a connection that can't write.
    db = new Database(file, options);
    db.pragma("query_only = ON");
    const jobs = (db.prepare("SELECT max(key) FROM job").pluck().get() ?? 0) as number;
    for (const table of jobs > MOST_CHECKED ? ["lab"] : LOADED) {
      const found = db.pragma(`quick_check(${table})`, { simple: true }) as string;
      if (found !== "ok")
        throw damaged(file, `the table ${table} doesn't hold together (${inOneLine(found)})`);
    }
  } catch (error) {
    throw isDamage(error) ? damaged(file, (error as Error).message) : error;
  } finally {
    db?.close();
    guard?.close();
    removeEmptyLog(file);
  }
}

const inOneLine = (found: string): string => found.replace(/^\*\*\*.*\*\*\*\n/, "").replaceAll("\n", "; ");

const isDamage = (error: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { readonly code?: unknown }).code));

/** What a connection that can't write leaves beside a file without a log. Nobody has the file open. */
export function removeEmptyLog(file: string): void {
  if (statSync(logOf(file), { throwIfNoEntry: false })?.size !== 0) return;
  rmSync(logOf(file), { force: true });
  rmSync(`${file}-shm`, { force: true });
}

/**
 * One process per database: an exclusive SQLite lock on an empty file beside it, which the system gives back
 * when the process ends, however it ends. (A lock on the database itself would shut out our own readers.)
 */

import Database from "better-sqlite3";
import { DatabaseRefused } from "./refused.ts";
import type { SqliteOptions } from "./sqlite-options.ts";

/** Throws DatabaseRefused if another process has it. */
export function lockBeside(file: string, options: SqliteOptions): { close(): void } {
  const lock = new Database(`${file}.lock`, { ...options, timeout: 0 });
  try {
    lock.pragma("journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
    throw new DatabaseRefused(
      `${file} is in use by another Lab Dispatcher. Close that one first, or name another file.`,
    );
  }
  return lock;
}

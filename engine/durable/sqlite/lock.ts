/**
 * One process per database: an exclusive SQLite lock on an empty file beside it, which the system gives back
 * when the process ends, however it ends. (A lock on the database itself would shut out our own readers.)
 */

import Database from "better-sqlite3";
import { DatabaseRefused } from "./refused.ts";
import type { SqliteOptions } from "./sqlite-options.ts";

/** Throws DatabaseRefused if another process has it. */
export function lockBeside(file: string, options: SqliteOptions): { close(): void } {
  const beside = `${file}.lock`;
  let lock: Database.Database | undefined;
  try {
    lock = new Database(beside, { ...options, timeout: 0 });
    lock.pragma("journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof Database.SqliteError && error.code === "SQLITE_BUSY") {
      throw new DatabaseRefused(
        `${file} is in use by another Lab Dispatcher. Close that one first, or name another file.`,
        { inUse: true },
      );
    }
    throw new DatabaseRefused(
      `${beside} can't be made (${(error as Error).message}). Check that the folder is there and can be written to; if that file holds anything, remove it.`,
    );
  }
}

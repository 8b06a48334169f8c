/**
 * Puts a fresh copy of a database's content in its place, for when pages of the file may never have reached the
 * disk although they can be read (rule D3). At every instant a crash leaves a file that opens: the copy has its final
 * name only when it is whole and synced, and from then on whoever opens the database finishes the replacement first.
 * Takes as long as writing the content once, and as much room.
 */

import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import {
  megabytes,
  putInPlace,
  removeDatabase,
  roomIn,
  syncFile,
  syncFolder,
  wholeMegabytes,
} from "./on-disk.ts";
import type { SqliteOptions } from "./sqlite-options.ts";
import { StorageTrouble } from "./trouble.ts";

/** A whole copy that has yet to take the place of `file`. */
export const replacementOf = (file: string): string => `${file}.replacement`;

export const isReplacementPending = (file: string): boolean => existsSync(replacementOf(file));

/**
 * Makes the copy: what a new connection reads, that is, all that was committed, and nothing of a commit that failed.
 * `disconnect` closes all other connections of this process.
 */
export function copyContent(file: string, options: SqliteOptions, disconnect: () => void): void {
  const unfinished = `${file}.unfinished`;
  removeDatabase(unfinished);
  // It can't write, so that its end moves nothing from the log to the file; and while it is there, no other's does.
  const source = new Database(file, { ...options, readonly: true });
  try {
    try {
      source.prepare("SELECT count(*) FROM sqlite_schema").get();
    } finally {
      disconnect();
    }
    checkRoom(file, source);
    // Read and written anew page by page: a copy by the file system might share the very pages that are in doubt.
    source.prepare("VACUUM INTO ?").run(unfinished);
    makeWal(unfinished, options);
    syncFile(unfinished);
  } catch (error) {
    removeDatabase(unfinished);
    throw error;
  } finally {
    source.close();
  }
  putInPlace(unfinished, replacementOf(file));
}

/**
 * Puts `whole`, another database that is synced, in the place of `file`, as a restore does; nothing of the old one stays,
 * its log included. Nobody has either open, and the lock is held.
 */
export function replaceWith(whole: string, file: string): void {
  putInPlace(whole, replacementOf(file));
  finishReplacement(file);
}

/** Nobody has `file` open. Can be begun again wherever it ended. */
export function finishReplacement(file: string): void {
  const folder = dirname(file);
  syncFolder(folder);
  // First, and for good: the old log must never be read into the new file.
  for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
  syncFolder(folder);
  renameSync(replacementOf(file), file);
  syncFolder(folder);
}

function checkRoom(file: string, source: Database.Database): void {
  const pages = source.pragma("page_count", { simple: true }) as number;
  const needed = pages * (source.pragma("page_size", { simple: true }) as number);
  const room = roomIn(dirname(file));
  if (room >= needed) return;
  throw new StorageTrouble(
    `the disk that holds ${file} reported an error, so its content must be copied before it can be trusted again. That needs ${megabytes(needed)}, and ${wholeMegabytes(room)} are free. Remove what isn't needed there; the lab goes on by itself then.`,
    "ENOSPC",
  );
}

/** A copy is made with a rollback journal. */
function makeWal(file: string, options: SqliteOptions): void {
  const copy = new Database(file, options);
  try {
    copy.pragma("synchronous = FULL");
    copy.pragma("journal_mode = WAL");
  } finally {
    copy.close();
  }
}

/**
 * A copy of a database that others may be writing to: taken in one step on a connection of its own, synced, verified,
 * and only then given its name. One step, since a copy in steps begins anew with each commit of somebody else; it takes
 * some 4 s a gigabyte, for which the write-ahead log grows and nobody waits.
 */

import Database from "better-sqlite3";
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import type { Millis } from "../../../model.ts";
import { backupName } from "../../backups.ts";
import { wallClock } from "../../clock.ts";
import { putInPlace, syncFile } from "../on-disk.ts";
import { DatabaseRefused, refusalOf } from "../refused.ts";
import type { SqliteOptions } from "../sqlite-options.ts";
import { judged, type JudgeOptions } from "./judged.ts";
import { verify, type VerifyReport } from "./verify.ts";

export interface BackupOptions extends JudgeOptions {
  /** The time of day, for its name. */
  readonly wall?: Millis;
}

export interface Backup {
  readonly file: string;
  readonly bytes: number;
  readonly jobs: number;
  readonly events: number;
}

/**
 * Makes a backup of `named` at `to`: a file that isn't there yet, or a folder, in which its name carries the time.
 * Throws DatabaseRefused; nothing is left then.
 */
export async function backUp(named: string, to: string, options: BackupOptions = {}): Promise<Backup> {
  const { wall = wallClock(), isOpenHere, ...sqlite } = options;
  const { file } = judged(named, { isOpenHere });
  const backup = targetOf(file, to, wall);
  const unfinished = `${backup}.unfinished`;
  if (existsSync(unfinished)) {
    throw new DatabaseRefused(
      `${unfinished} is there: another backup is being written, or one was cut off. Wait, or remove it if no Lab Dispatcher is at work.`,
    );
  }
  try {
    await copy(file, unfinished, sqlite);
    syncFile(unfinished);
    const report = verify(unfinished, sqlite);
    refuseDamaged(file, report);
    refuseTaken(backup);
    putInPlace(unfinished, backup);
    return { file: backup, bytes: statSync(backup).size, jobs: report.jobs, events: report.events };
  } catch (error) {
    for (const ending of ["", "-journal", "-wal", "-shm"]) rmSync(unfinished + ending, { force: true });
    throw failureOf(file, backup, error);
  }
}

function targetOf(file: string, to: string, wall: Millis): string {
  const path = resolve(to);
  const isFolder = to.endsWith(sep) || to.endsWith("/") || isThere(path)?.isDirectory();
  const backup = isFolder ? join(path, backupName(file, wall)) : path;
  refuseTaken(backup);
  try {
    mkdirSync(dirname(backup), { recursive: true });
  } catch (error) {
    throw refusalOf(dirname(backup), error);
  }
  return backup;
}

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false });

function refuseTaken(backup: string): void {
  if (existsSync(backup)) {
    throw new DatabaseRefused(
      `${backup} is there already, and is left as it is. Name another file or a folder.`,
    );
  }
}

function refuseDamaged(file: string, { clean, findings }: VerifyReport): void {
  if (clean) return;
  throw new DatabaseRefused(
    `${file} is not whole, so no backup of it was kept. ${findings[0] ?? ""} Run “lab verify” to see all; older backups are untouched.`,
  );
}

/** More pages than there are: all in one step. */
const ALL_PAGES = 0x7fffffff;

async function copy(file: string, unfinished: string, sqlite: SqliteOptions): Promise<void> {
  const db = new Database(file, { ...sqlite, readonly: true });
  try {
    await db.backup(unfinished, { progress: () => ALL_PAGES });
  } finally {
    db.close();
  }
  // A backup is one file: without a log that could be left behind.
  const made = new Database(unfinished, sqlite);
  try {
    made.pragma("journal_mode = DELETE");
  } finally {
    made.close();
  }
}

function failureOf(file: string, backup: string, error: unknown): DatabaseRefused {
  if (error instanceof DatabaseRefused) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "SQLITE_FULL" || code === "ENOSPC") {
    return new DatabaseRefused(
      `There is no room for ${backup}. Free some, or name a folder on another disk.`,
    );
  }
  if (code?.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB") {
    return new DatabaseRefused(
      `${file} is damaged (${message}), so no backup of it was kept. Run “lab verify” to see more; older backups are untouched.`,
    );
  }
  return new DatabaseRefused(
    `The backup ${backup} can't be written (${message}). Check its folder, or name another.`,
  );
}

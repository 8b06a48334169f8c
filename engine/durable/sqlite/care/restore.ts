/**
 * Makes a database from a backup (rule D7). The copy is verified and made ready under another name; only a whole one
 * gets the database's, and what stood there is kept under another. Until then nothing of the target has changed.
 */

import Database from "better-sqlite3";
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { JobId, Millis } from "../../../model.ts";
import { stampOf } from "../../backups.ts";
import { wallClock } from "../../clock.ts";
import { locate, restoringOf } from "../locate.ts";
import { lockBeside } from "../lock.ts";
import { migrate } from "../migrations/index.ts";
import { putInPlace, syncFile } from "../on-disk.ts";
import { DatabaseRefused, refusalOf } from "../refused.ts";
import type { SqliteOptions } from "../sqlite-options.ts";
import { judged, type Judged } from "./judged.ts";
import { beginAnew } from "./new-life.ts";
import { readReplaced, type MayHaveRun, type SinceBackup } from "./since-backup.ts";
import { verify, type VerifyReport } from "./verify.ts";

export interface RestoreOptions extends SqliteOptions {
  /** Who restores: written down with it. */
  readonly actor: string;
  /** Whether a database that is there may be put aside. */
  readonly replace?: boolean;
  /** The time of day. */
  readonly wall?: Millis;
}

export interface Restored {
  readonly file: string;
  readonly backup: string;
  /** The time of day of the backup's last commit. */
  readonly takenAt: Millis;
  /** Where the file that stood there is kept; null if there was none. */
  readonly kept: string | null;
  readonly mayHaveRun: MayHaveRun;
  /** What the replaced file tells; null if it can't, and then why. */
  readonly since: SinceBackup | null;
  readonly problem: string | null;
  /** The jobs that are held until somebody has looked at their plates. */
  readonly held: readonly JobId[];
  /** The number of the last event, and the token after which the next claim's comes. */
  readonly lastEvent: number;
  readonly lastToken: number;
}

/** Throws DatabaseRefused; everything is as it was then. */
export function restore(backup: string, to: string, options: RestoreOptions): Restored {
  const { actor, replace = false, wall = wallClock(), ...sqlite } = options;
  const source = judged(backup);
  refuseLiveDatabase(source.file);
  const file = placeOf(to);
  if (file === realpathSync(source.file)) {
    throw new DatabaseRefused(`${file} is the backup itself. Name another file to restore it to.`);
  }
  const lock = lockBeside(file, sqlite);
  try {
    refuseTaken(file, replace);
    return new Restoration(source, file, sqlite).run(actor, wall);
  } finally {
    lock.close();
  }
}

class Restoration {
  readonly #source: Judged;
  readonly #file: string;
  readonly #unfinished: string;
  readonly #sqlite: SqliteOptions;

  constructor(source: Judged, file: string, sqlite: SqliteOptions) {
    this.#source = source;
    this.#file = file;
    this.#unfinished = restoringOf(file);
    this.#sqlite = sqlite;
  }

  run(actor: string, wall: Millis): Restored {
    try {
      const report = this.#copy();
      const replaced = readReplaced(this.#file, report, this.#sqlite);
      const begun = beginAnew(this.#unfinished, this.#sqlite, {
        actor,
        wall,
        backup: this.#source.file,
        lastEvent: report.lastEvent,
        replaced,
      });
      syncFile(this.#unfinished);
      const kept = keepAside(this.#file, wall);
      putInPlace(this.#unfinished, this.#file);
      const { file } = this.#source;
      return {
        ...begun,
        file: this.#file,
        backup: file,
        kept,
        since: replaced.since ?? null,
        problem: replaced.problem ?? null,
      };
    } catch (error) {
      removeUnfinished(this.#unfinished);
      throw error instanceof DatabaseRefused ? error : this.#failure(error as NodeJS.ErrnoException);
    }
  }

  /** Whole, of this version, and under the unfinished name. */
  #copy(): VerifyReport {
    removeUnfinished(this.#unfinished);
    copyFileSync(this.#source.file, this.#unfinished);
    const db = new Database(this.#unfinished, this.#sqlite);
    try {
      db.pragma("journal_mode = DELETE");
      db.pragma("synchronous = FULL");
      migrate(db, this.#source.version);
    } finally {
      db.close();
    }
    const report = verify(this.#unfinished, this.#sqlite);
    if (!report.clean) throw damaged(this.#source.file, report.findings[0] ?? "");
    return report;
  }

  #failure(error: NodeJS.ErrnoException): DatabaseRefused {
    const { code, message } = error;
    if (code === "SQLITE_FULL" || code === "ENOSPC") {
      return new DatabaseRefused(
        `There is no room beside ${this.#file} for what is restored (${String(Math.ceil(this.#source.bytes / 1e6))} MB). Free some, then restore again.`,
      );
    }
    if (code?.startsWith("SQLITE_")) return damaged(this.#source.file, `${message}.`);
    return refusalOf(this.#file, error);
  }
}

const damaged = (backup: string, finding: string): DatabaseRefused =>
  new DatabaseRefused(
    `The backup ${backup} is damaged, so nothing was restored. ${finding} Take an older backup.`,
  );

/** An empty log is what a reading leaves. */
const hasLog = (file: string): boolean => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** A copy of one without its log lacks what was answered last. */
function refuseLiveDatabase(backup: string): void {
  if (!hasLog(backup)) return;
  throw new DatabaseRefused(
    `${backup} has a write-ahead log beside it: it is a database in use, or one that was cut off, and no backup. Make a backup of it with “lab backup”, then restore that.`,
  );
}

/** The one path of the target; also where a database is missing beside its log. */
function placeOf(to: string): string {
  const path = resolve(to);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) throw new DatabaseRefused(`${path} is a folder. Name a file in it.`);
  if (stats !== undefined) return locate(path);
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (error) {
    throw refusalOf(path, error);
  }
  return join(realpathSync(dirname(path)), basename(path));
}

/** What belongs to a database, itself first: without it, the rest is noticed as left over. */
const PARTS = ["", "-wal", "-shm", "-journal"];

/** Beside it may also lie how far its answers had come, and a copy that was to take its place: both are the old one's. */
const BESIDE = [...PARTS, ".mark", ".replacement"];

function refuseTaken(file: string, replace: boolean): void {
  if (replace || (!existsSync(file) && !hasLog(file))) return;
  throw new DatabaseRefused(
    `${file} is there already, or was. Name another file, or say --replace: the old one is kept under another name.`,
  );
}

/**
 * Nothing is deleted. Gives the new name. Cut off from here on, the database is missing beside what is restored, so that
 * no empty one is made in its place.
 */
function keepAside(file: string, wall: Millis): string | null {
  const there = BESIDE.filter((part) => existsSync(file + part));
  if (there.length === 0) return null;
  const kept = freeName(`${file}.replaced-${stampOf(wall)}`);
  for (const part of there) renameSync(file + part, kept + part);
  return kept;
}

function freeName(name: string): string {
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? name : `${name}-${String(n)}`;
    if (!BESIDE.some((part) => existsSync(free + part))) return free;
  }
}

function removeUnfinished(unfinished: string): void {
  for (const part of PARTS) rmSync(unfinished + part, { force: true });
}

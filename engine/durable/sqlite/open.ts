/** Opens a lab's database: judged first, then locked, brought up to date, and set to lose nothing (rules D1, D6). */

import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { APPLICATION_ID, readSchemaVersion } from "./header.ts";
import { locate } from "./locate.ts";
import { lockBeside } from "./lock.ts";
import { migrate, MIGRATIONS } from "./migrations/index.ts";
import { refusalOf } from "./refused.ts";
import type { SqliteOptions } from "./sqlite-options.ts";

/** How long a write waits for someone else's lock, milliseconds: nobody should have one, and robots wait too. */
const PATIENCE = 1_000;

export interface OpenDatabase {
  readonly writer: Database.Database;
  readonly close: () => void;
}

/** Throws DatabaseRefused, with the file untouched. */
export function openDatabase(named: string, options: SqliteOptions): OpenDatabase {
  const file = locate(named);
  readSchemaVersion(file, MIGRATIONS.length);
  const opened: { close(): void }[] = [];
  const close = () => {
    for (const each of opened.splice(0).reverse()) each.close();
  };
  try {
    mkdirSync(dirname(file), { recursive: true });
    opened.push(lockBeside(file, options));
    // Read again: before the lock, another process could have been in the middle of making the file.
    const version = readSchemaVersion(file, MIGRATIONS.length) ?? makeDatabase(file, options);
    const writer = connect(file, options, opened);
    migrate(writer, version);
    return { writer, close };
  } catch (error) {
    close();
    throw refusalOf(file, error);
  }
}

/**
 * Makes an empty database and gives its version. It gets its name when it is whole, so that whatever stands
 * under that name later and isn't a database has been damaged.
 */
function makeDatabase(file: string, options: SqliteOptions): number {
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  const db = new Database(unfinished, options);
  db.pragma("synchronous = FULL");
  db.pragma(`application_id = ${String(APPLICATION_ID)}`);
  migrate(db, 0);
  db.pragma("journal_mode = WAL");
  db.close();
  renameSync(unfinished, file);
  syncFolder(dirname(file));
  return MIGRATIONS.length;
}

function connect(file: string, options: Database.Options, opened: { close(): void }[]): Database.Database {
  const db = new Database(file, { timeout: PATIENCE, ...options });
  opened.push(db);
  // better-sqlite3 sets NORMAL for a WAL database, with which a power cut takes answered commands along.
  db.pragma("synchronous = FULL");
  // KiB: the ends of all indexes that a batch writes to, or each batch would read them again.
  db.pragma("cache_size = -65536");
  db.pragma("foreign_keys = ON");
  if (db.pragma("synchronous", { simple: true }) !== 2) throw new Error("synchronous=FULL was not taken");
  if (db.pragma("journal_mode", { simple: true }) !== "wal") throw new Error("the file is not in WAL mode");
  return db;
}

/** Makes a rename outlast a power cut. Windows can't open folders, and needs no such thing. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Opens a lab's database: judged first, then locked, brought up to date, and set to lose nothing (rules D1, D6). */

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { LabDatabase } from "./database.ts";
import { APPLICATION_ID, judgeHeader } from "./header.ts";
import { judgeDatabase } from "./judgement.ts";
import { locate } from "./locate.ts";
import { lockBeside } from "./lock.ts";
import { migrate, MIGRATIONS } from "./migrations/index.ts";
import { putInPlace, removeDatabase, syncFile } from "./on-disk.ts";
import { refusalOf } from "./refused.ts";
import { finishReplacement, isReplacementPending, replacementOf } from "./replacement.ts";
import type { SqliteOptions } from "./sqlite-options.ts";

/** Throws DatabaseRefused, with the file untouched. */
export function openDatabase(named: string, options: SqliteOptions): LabDatabase {
  const file = locate(named);
  judgeHeader(isReplacementPending(file) ? replacementOf(file) : file, MIGRATIONS.length);
  let lock: { close(): void } | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true });
    lock = lockBeside(file, options);
    if (isReplacementPending(file)) finishReplacement(file);
    // What a crash interrupted takes room, and nobody will finish it.
    removeDatabase(`${file}.unfinished`);
    // Whole, now that nobody else can be in the middle of making or changing it.
    const version = judgeDatabase(file, MIGRATIONS.length) ?? makeDatabase(file, options);
    return new LabDatabase(file, version, lock, options);
  } catch (error) {
    lock?.close();
    throw refusalOf(file, error);
  }
}

/**
 * Makes an empty database and gives its version. It gets its name when it is whole, so that whatever stands
 * under that name later and isn't a database has been damaged.
 */
function makeDatabase(file: string, options: SqliteOptions): number {
  const unfinished = `${file}.unfinished`;
  const db = new Database(unfinished, options);
  db.pragma("synchronous = FULL");
  db.pragma(`application_id = ${String(APPLICATION_ID)}`);
  migrate(db, 0);
  db.pragma("journal_mode = WAL");
  db.close();
  syncFile(unfinished);
  putInPlace(unfinished, file);
  return MIGRATIONS.length;
}

/**
 * The bound of the durable bench: SQLite alone, which writes the rows of a recording once more, in the same
 * transactions, on a connection that is set as the lab's is. Nothing is decided, looked up, sent or answered.
 */

import { readFileSync, rmSync } from "node:fs";
import { deserialize } from "node:v8";
import Database from "better-sqlite3";
import type { LabDatabase } from "../../engine/durable/sqlite/database.ts";
import { openDatabase } from "../../engine/durable/sqlite/open.ts";
import { recordingBeside, withoutNames, type Recording } from "./recorder.ts";

/** Takes the recording beside `file`. */
export function takeRecording(file: string): Recording {
  const recording = deserialize(readFileSync(recordingBeside(file))) as Recording;
  rmSync(recordingBeside(file));
  return recording;
}

export class RawSqlite {
  readonly #database: LabDatabase;
  readonly #statements: readonly Database.Statement[];
  readonly #runs: Recording["runs"];
  #at = 0;

  constructor(file: string, { statements, runs }: Recording) {
    this.#database = openDatabase(file, {});
    this.#statements = statements.map((sql) => this.#database.writer.prepare(withoutNames(sql)));
    this.#runs = runs;
  }

  /** Writes on, up to run number `end`; gives the milliseconds. */
  writeUpTo(end: number): number {
    const statements = this.#statements;
    const runs = this.#runs;
    const start = performance.now();
    for (let at = this.#at; at < end; at += 1) {
      const [statement, values] = runs[at]!;
      statements[statement]!.run(values);
    }
    this.#at = end;
    return performance.now() - start;
  }

  close(): void {
    this.#database.close();
  }
}

/** Whoever writes other rows does other work: its speed would say nothing. The lab's own row tells the time. */
export function checkSameRows(file: string, other: string): void {
  const db = new Database(file, { readonly: true });
  db.prepare("ATTACH ? AS other").run(other);
  const tables = db
    .prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name <> 'lab'")
    .pluck()
    .all() as string[];
  for (const table of tables) {
    const differing = (left: string, right: string) =>
      db
        .prepare(
          `SELECT count(*) FROM (SELECT * FROM ${left}.${table} EXCEPT SELECT * FROM ${right}.${table})`,
        )
        .pluck()
        .get() as number;
    const count = differing("main", "other") + differing("other", "main");
    if (count > 0) throw new Error(`${count} rows of ${table} are not as the lab wrote them`);
  }
  db.close();
}

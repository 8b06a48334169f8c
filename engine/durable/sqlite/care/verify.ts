/**
 * Proves that a database is whole (rule D4): SQLite's own checks, the chain of events from its start, and that the
 * results of the events, applied one after the other, give what is stored. Works on a running lab, too: it reads in
 * pages, so that the write-ahead log can be emptied meanwhile, and compares what may still change in one short look at
 * the end, for which it first catches up. Some 10 µs an event; memory for the jobs that are not final.
 */

import Database from "better-sqlite3";
import { EVENT_COLUMNS, hashOf, NO_HASH } from "../event-row.ts";
import type { Value } from "../job-row.ts";
import { MIGRATIONS } from "../migrations/index.ts";
import { DatabaseRefused, refusalOf } from "../refused.ts";
import { Comparison } from "./comparison.ts";
import { Findings } from "./findings.ts";
import { judged, type JudgeOptions } from "./judged.ts";
import { ReplayedLab } from "./replayed-lab.ts";
import { storedEvent } from "./stored-event.ts";

export interface VerifyReport {
  readonly file: string;
  /** Nothing was found wrong. */
  readonly clean: boolean;
  readonly jobs: number;
  readonly events: number;
  /** The end of the chain: the number of the last event and its hash, in hex. */
  readonly lastEvent: number;
  readonly lastHash: string;
  /** What is wrong, a sentence each; the first of them. */
  readonly findings: readonly string[];
  /** How many more there are. */
  readonly more: number;
}

const PAGE = 5_000;
const PATIENCE = 1_000;

/** Writes nothing. Throws DatabaseRefused for a file that can't be verified at all. */
export function verify(named: string, options: JudgeOptions = {}): VerifyReport {
  const { file, version } = judged(named, options);
  if (version < MIGRATIONS.length) {
    throw new DatabaseRefused(
      `${file} was written by an older Lab Dispatcher (version ${String(version)} of the file). Open it once with this one, then verify it.`,
    );
  }
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { ...options, readonly: true, timeout: PATIENCE });
    return new Verification(file, db).report();
  } catch (error) {
    throw refusalOf(file, error);
  } finally {
    db?.close();
  }
}

class Verification {
  readonly #file: string;
  readonly #db: Database.Database;
  readonly #findings = new Findings();
  readonly #page: Database.Statement;
  #lastSeq = 0;
  #lastHash = NO_HASH;
  #events = 0;
  #jobs = 0;

  constructor(file: string, db: Database.Database) {
    this.#file = file;
    this.#db = db;
    this.#page = db
      .prepare(
        `SELECT ${EVENT_COLUMNS.join(", ")}, hash FROM event WHERE seq > ? ORDER BY seq LIMIT ${String(PAGE)}`,
      )
      .raw();
  }

  report(): VerifyReport {
    // On damaged pages any of them may stop early.
    for (const check of [() => this.#checkPages(), () => this.#checkReferences(), () => this.#replay()]) {
      this.#trying(check);
    }
    const { sentences: findings, more } = this.#findings;
    return {
      file: this.#file,
      clean: findings.length === 0,
      jobs: this.#jobs,
      events: this.#events,
      lastEvent: this.#lastSeq,
      lastHash: this.#lastHash.toString("hex"),
      findings,
      more,
    };
  }

  #trying(check: () => void): void {
    try {
      check();
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
      this.#findings.add(`The file can't be read to its end (${error.message}): it is damaged.`);
    }
  }

  #checkPages(): void {
    const rows = this.#db.pragma("integrity_check(50)") as { integrity_check: string }[];
    for (const { integrity_check: says } of rows) {
      if (says !== "ok") this.#findings.add(`SQLite finds damage: ${says.trim()}.`);
    }
  }

  #checkReferences(): void {
    const rows = this.#db.pragma("foreign_key_check") as {
      table: string;
      rowid: number | null;
      parent: string;
    }[];
    for (const { table, rowid, parent } of rows) {
      const row = rowid === null ? "A row" : `Row ${String(rowid)}`;
      this.#findings.add(`${row} of the table ${table} refers to a ${parent} that isn't there.`);
    }
  }

  #replay(): void {
    const comparison = new Comparison(this.#db, this.#findings);
    const lab = new ReplayedLab(this.#findings, comparison);
    const takePage = this.#db.transaction(() => this.#takePage(lab));
    while (takePage() === PAGE);
    // What has been written meanwhile is little; from here on nothing changes for us until the look is over.
    this.#db.transaction(() => {
      while (this.#takePage(lab) === PAGE);
      for (const job of lab.live.values()) comparison.compareJob(job);
      comparison.compareCount(lab.submitted);
      comparison.compareLab(lab);
    })();
    this.#jobs = lab.submitted;
  }

  #takePage(lab: ReplayedLab): number {
    const rows = this.#page.all(this.#lastSeq) as [...Value[], Buffer][];
    for (const row of rows) {
      const hash = row.pop() as Buffer;
      const values = row as Value[];
      this.#checkLink(values, hash);
      lab.take(storedEvent(values));
      this.#events += 1;
    }
    return rows.length;
  }

  #checkLink(values: readonly Value[], hash: Buffer): void {
    const seq = values[0] as number;
    const due = this.#lastSeq + 1;
    if (seq !== due) {
      const missing =
        seq === due + 1 ? `Event ${String(due)} is` : `Events ${String(due)} to ${String(seq - 1)} are`;
      this.#findings.add(`${missing} missing.`);
    } else if (!hashOf(this.#lastHash, values).equals(hash)) {
      this.#findings.add(
        `Event ${String(seq)} isn't as it was written, or the one before it isn't: its hash doesn't fit.`,
      );
    }
    this.#lastSeq = seq;
    this.#lastHash = hash;
  }
}

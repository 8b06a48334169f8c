/**
 * Finds parts of ids, labels and failure reasons: a trigram index in a file of its own beside the database, made from
 * the events by whoever reads, so that writing costs nothing. It may be thrown away at any time, and is when it doesn't
 * belong to the database as it is. Gives candidates, never an answer: whoever asks compares again.
 */

import { rmSync } from "node:fs";
import Database from "better-sqlite3";
import type { SqliteOptions } from "./sqlite-options.ts";

/** "LabS". */
const APPLICATION_ID = 0x4c616253;
const VERSION = 1;
/** Events in one go: others want to read meanwhile. */
const SLICE = 2_000;
/** More narrow nothing down, and cost as much each. */
const MOST_TRIGRAMS = 16;

const SCHEMA = `
CREATE TABLE progress (
  one  INTEGER PRIMARY KEY CHECK (one = 1),
  -- The last event that is in here, and all of it: shows whether it is still the database's.
  seq  INTEGER NOT NULL,
  seen TEXT
) STRICT;
INSERT INTO progress VALUES (1, 0, NULL);

-- Texts stand in the database. By key of the job, and by number of the event.
CREATE VIRTUAL TABLE named USING fts5(text, content = '', tokenize = 'trigram', detail = 'none', columnsize = 0);
CREATE VIRTUAL TABLE failed USING fts5(text, content = '', tokenize = 'trigram', detail = 'none', columnsize = 0);
`;

export class SearchIndex {
  readonly #db: Database.Database;
  readonly #statements: Statements;
  #seq: number;
  #isCurrent = false;

  /** Opens the index of the database `file`, which `reader` reads; makes it anew if it isn't that one's. */
  static open(file: string, reader: Database.Database, options: SqliteOptions): SearchIndex {
    const beside = `${file}.search`;
    try {
      const kept = new SearchIndex(beside, options);
      if (kept.#belongsTo(reader)) return kept;
      kept.close();
    } catch {
      // Damaged, or of another version.
    }
    SearchIndex.remove(file);
    return new SearchIndex(beside, options);
  }

  static remove(file: string): void {
    for (const end of ["", "-wal", "-shm"]) rmSync(`${file}.search${end}`, { force: true });
  }

  private constructor(beside: string, options: SqliteOptions) {
    const db = new Database(beside, options);
    this.#db = db;
    try {
      db.pragma("journal_mode = WAL");
      db.pragma("synchronous = NORMAL");
      if (db.pragma("application_id", { simple: true }) === 0) make(db);
      if (db.pragma("user_version", { simple: true }) !== VERSION) throw new Error("of another version");
      this.#statements = prepare(db);
      this.#seq = (this.#statements.progress.get() as Progress).seq;
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /** Takes in the next events that `reader` sees; false if there may be more. */
  goOn(reader: Database.Database): boolean {
    const rows = reader
      .prepare(
        `SELECT event.seq, event.kind, event.reason, job.key, job.id, job.labels
         FROM event LEFT JOIN job ON job.key = event.job AND event.kind = 'submitted'
         WHERE event.seq > ? ORDER BY event.seq LIMIT ${String(SLICE)}`,
      )
      .all(this.#seq) as Told[];
    const last = rows.at(-1);
    if (last !== undefined) {
      this.#db.transaction(() => {
        for (const row of rows) this.#take(row);
        this.#statements.keep.run(last.seq, seen(reader, last.seq));
      })();
      this.#seq = last.seq;
    }
    this.#isCurrent = rows.length < SLICE;
    return this.#isCurrent;
  }

  /** All that `reader` sees is in it, once this has gone on for as long as `isPatient`. */
  catchUp(reader: Database.Database, isPatient: () => boolean): void {
    while (!this.goOn(reader) && isPatient());
  }

  /** The keys of the jobs whose id or labels may hold `text`; undefined if that can't be told, or they are too many. */
  jobsNamed(text: string, most: number): readonly number[] | undefined {
    return this.#rowsWith(this.#statements.named, text, most);
  }

  /** The keys of the jobs that may have failed for a reason that holds `text`; undefined as above. */
  jobsFailedFor(reader: Database.Database, text: string, most: number): readonly number[] | undefined {
    const events = this.#rowsWith(this.#statements.failed, text, most);
    if (events === undefined) return undefined;
    return reader
      .prepare(
        "SELECT DISTINCT job FROM json_each(?) AS found CROSS JOIN event ON event.seq = found.value WHERE job IS NOT NULL",
      )
      .pluck()
      .all(JSON.stringify(events)) as number[];
  }

  close(): void {
    this.#db.close();
  }

  #belongsTo(reader: Database.Database): boolean {
    const { seq, seen: kept } = this.#statements.progress.get() as Progress;
    return kept === (seq === 0 ? null : seen(reader, seq));
  }

  #take({ seq, kind, reason, key, id, labels }: Told): void {
    if (key !== null) {
      const words = labels === null ? [] : (JSON.parse(labels) as string[]);
      this.#statements.addNamed.run(key, [id, ...words].join("\n"));
    } else if (kind === "failed" && reason !== null) {
      this.#statements.addFailed.run(seq, reason);
    }
  }

  #rowsWith(rows: Database.Statement, text: string, most: number): readonly number[] | undefined {
    const trigrams = trigramsOf(text);
    if (!this.#isCurrent || trigrams.length === 0) return undefined;
    const found = rows.all(trigrams.join(" AND "), most + 1) as number[];
    return found.length > most ? undefined : found;
  }
}

interface Told {
  readonly seq: number;
  readonly kind: string;
  readonly reason: string | null;
  readonly key: number | null;
  readonly id: string | null;
  readonly labels: string | null;
}

interface Progress {
  readonly seq: number;
  readonly seen: string | null;
}

/** The whole event, as text; null if there is none. */
function seen(reader: Database.Database, seq: number): string | null {
  const event = reader.prepare("SELECT * FROM event WHERE seq = ?").raw().get(seq);
  return event === undefined ? null : JSON.stringify(event);
}

/** Spread over the text, quoted; none of a text that is too short, or that FTS5 would cut at a NUL. */
function trigramsOf(text: string): readonly string[] {
  const letters = Array.from(text);
  const count = letters.length - 2;
  if (count < 1 || text.includes("\0")) return [];
  const taken = Math.min(count, MOST_TRIGRAMS);
  const starts = Array.from({ length: taken }, (_, n) => Math.floor((n * count) / taken));
  return starts.map((start) => {
    return `"${letters
      .slice(start, start + 3)
      .join("")
      .replaceAll('"', '""')}"`;
  });
}

function make(db: Database.Database): void {
  db.transaction(() => {
    db.exec(SCHEMA);
    db.pragma(`application_id = ${String(APPLICATION_ID)}`);
    db.pragma(`user_version = ${String(VERSION)}`);
  })();
}

type Statements = ReturnType<typeof prepare>;

function prepare(db: Database.Database) {
  return {
    progress: db.prepare("SELECT seq, seen FROM progress"),
    keep: db.prepare("UPDATE progress SET seq = ?, seen = ?"),
    addNamed: db.prepare("INSERT INTO named (rowid, text) VALUES (?, ?)"),
    addFailed: db.prepare("INSERT INTO failed (rowid, text) VALUES (?, ?)"),
    named: db.prepare("SELECT rowid FROM named WHERE named MATCH ? LIMIT ?").pluck(),
    failed: db.prepare("SELECT rowid FROM failed WHERE failed MATCH ? LIMIT ?").pluck(),
  };
}

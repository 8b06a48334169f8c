/**
 * Answers readings on a connection of its own that can't write. Each reading sees one committed state, and lets go of it
 * when it is answered: no transaction outlives a reading, so that the write-ahead log can be begun anew.
 */

import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { refuse } from "../../rejected.ts";
import type { Look, Reading, Readings, ReadingName } from "../protocol.ts";
import { stopwatch } from "../clock.ts";
import { EventQueries } from "./event-query.ts";
import { HistoryQueries } from "./history-query.ts";
import { ListQueries } from "./list-query.ts";
import { locate } from "./locate.ts";
import { QuarantineQuery } from "./quarantine-query.ts";
import { Queries } from "./queries.ts";
import { SearchIndex } from "./search-index.ts";
import type { SqliteOptions } from "./sqlite-options.ts";
import { ThroughputQueries } from "./throughput-query.ts";

export interface DeskOptions extends SqliteOptions {
  readonly maxFailures: number;
  /** From how many events on an index is kept to search by: fewer are soon looked through. */
  readonly indexedFrom?: number;
}

/** How long a search waits for the index to take in what is new. */
const PATIENCE = 50;
const INDEXED_FROM = 10_000;
/** Pages that one long reading looks at more than once, in KiB. */
const CACHE = 32_768;

export class ReadingDesk {
  readonly #file: string;
  readonly #options: SqliteOptions;
  readonly #indexedFrom: number;
  readonly #db: Database.Database;
  /** Which file that is: recovery may put another in its place (rule D3). */
  readonly #inode: number;
  readonly #ask: Queriers;
  #index: SearchIndex | undefined;
  /** It couldn't be made or written: searches do without. */
  #indexFailed = false;

  constructor(named: string, { maxFailures, indexedFrom = INDEXED_FROM, ...options }: DeskOptions) {
    this.#file = locate(named);
    this.#options = options;
    this.#indexedFrom = indexedFrom;
    this.#db = new Database(this.#file, { ...options, readonly: true, fileMustExist: true });
    try {
      this.#inode = statSync(this.#file).ino;
      this.#db.pragma(`cache_size = -${String(CACHE)}`);
      this.#ask = queriers(this.#db, maxFailures);
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  /** @throws Rejected UNKNOWN_JOB, INVALID_ARGUMENT */
  read<N extends ReadingName>(reading: Reading<N>, look: Look): Readings[N]["gives"] {
    this.#db.exec("BEGIN");
    try {
      return this.#answer(reading as Reading, look);
    } finally {
      this.#db.exec("COMMIT");
    }
  }

  /** Takes what is new into the index, a slice at a time; false if there is more. */
  keepIndex(): boolean {
    this.#db.exec("BEGIN");
    try {
      return this.#openIndex()?.goOn(this.#db) ?? true;
    } catch {
      this.#dropIndex();
      return true;
    } finally {
      this.#db.exec("COMMIT");
    }
  }

  /** False if another file stands in its place by now. */
  get isCurrent(): boolean {
    return statSync(this.#file, { throwIfNoEntry: false })?.ino === this.#inode;
  }

  /** Bytes that the write-ahead log takes up. */
  get logSize(): number {
    return statSync(`${this.#file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  close(): void {
    this.#index?.close();
    this.#index = undefined;
    this.#db.close();
  }

  #answer(reading: Reading, look: Look) {
    const { queries, lists, quarantine, histories, events, throughput } = this.#ask;
    switch (reading.name) {
      case "list": {
        const index = reading.text || reading.search ? this.#upToDate() : undefined;
        return lists.list(reading, look, index);
      }
      case "job":
        return queries.job(reading.id, look) ?? unknown(reading.id);
      case "page":
        return queries.page(reading.id, look) ?? unknown(reading.id);
      case "history":
        return histories.history(reading) ?? unknown(reading.id);
      case "attempts":
        return histories.attempts(reading) ?? unknown(reading.id);
      case "events":
        return events.events(reading) ?? unknown(reading.job ?? "");
      case "throughput":
        return throughput.throughput(reading);
      case "quarantine":
        return quarantine.view(look);
      case "known":
        return queries.known(reading.ids);
    }
  }

  #upToDate(): SearchIndex | undefined {
    try {
      const index = this.#openIndex();
      const elapsed = stopwatch();
      index?.catchUp(this.#db, () => elapsed() < PATIENCE);
      return index;
    } catch {
      this.#dropIndex();
      return undefined;
    }
  }

  #openIndex(): SearchIndex | undefined {
    if (this.#index === undefined && !this.#indexFailed) {
      const last = this.#db.prepare("SELECT max(seq) FROM event").pluck().get() as number | null;
      if ((last ?? 0) >= this.#indexedFrom) {
        this.#index = SearchIndex.open(this.#file, this.#db, this.#options);
      }
    }
    return this.#index;
  }

  /** What is damaged is made anew with the next start. */
  #dropIndex(): void {
    this.#indexFailed = true;
    this.#index?.close();
    this.#index = undefined;
    try {
      SearchIndex.remove(this.#file);
    } catch {
      // Whatever stands in its way may stay.
    }
  }
}

type Queriers = ReturnType<typeof queriers>;

function queriers(db: Database.Database, maxFailures: number) {
  const queries = new Queries(db, maxFailures);
  return {
    queries,
    lists: new ListQueries(db, queries),
    quarantine: new QuarantineQuery(db, queries),
    histories: new HistoryQueries(db),
    events: new EventQueries(db),
    throughput: new ThroughputQueries(db),
  };
}

function unknown(id: string): never {
  refuse("UNKNOWN_JOB", `There is no job ${id}. Check the id.`, { field: "id", ids: [id] });
}

/** The readings on the connection that is open now: after a failure it is another one than before (rule D3). */

import type Database from "better-sqlite3";
import type { LabDatabase } from "./database.ts";
import { QuarantineQuery } from "./quarantine-query.ts";
import { Queries } from "./queries.ts";

export class OpenReadings {
  readonly #database: LabDatabase;
  readonly #maxFailures: number;
  #prepared: { readonly on: Database.Database; readonly readings: PreparedReadings };

  constructor(database: LabDatabase, maxFailures: number) {
    this.#database = database;
    this.#maxFailures = maxFailures;
    this.#prepared = this.#prepare();
  }

  /** Throws while no connection is open. */
  now(): PreparedReadings {
    if (this.#prepared.on !== this.#database.reader) this.#prepared = this.#prepare();
    return this.#prepared.readings;
  }

  #prepare() {
    const on = this.#database.reader;
    const queries = new Queries(on, this.#maxFailures);
    return { on, readings: { queries, quarantine: new QuarantineQuery(on, queries) } };
  }
}

interface PreparedReadings {
  readonly queries: Queries;
  readonly quarantine: QuarantineQuery;
}

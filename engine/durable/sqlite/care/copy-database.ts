/**
 * A copy that nobody else knows of yet, as a database to be written by the journal: without a lock, a mark or a reserve,
 * which it gets when it stands in its place. If a write fails, the copy is thrown away.
 */

import Database from "better-sqlite3";
import type { JournalDatabase } from "../database.ts";
import type { SqliteOptions } from "../sqlite-options.ts";

export function openCopy(file: string, options: SqliteOptions): JournalDatabase {
  const writer = new Database(file, options);
  writer.pragma("foreign_keys = ON");
  writer.pragma("synchronous = FULL");
  return {
    file,
    writer,
    loss: null,
    mark: { answered: { event: 0, token: 0 }, write: () => {}, sync: () => {} },
    reserve: { shortage: null, giveBack: () => {}, keep: () => {} },
    checkPlace: () => {},
    shortenLog: () => {},
    renew: () => {
      throw new Error("a copy is made anew, not mended");
    },
    close: () => {
      writer.close();
    },
  };
}

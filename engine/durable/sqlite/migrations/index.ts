/** Every schema that a file has ever had, in order; a file's user_version says how many it has gone through. */

import type { Database } from "better-sqlite3";
import { lab } from "./001-lab.ts";
import { allRules } from "./002-all-rules.ts";
import { chain } from "./003-chain.ts";
import { readings } from "./004-readings.ts";

/** As SQL, or as what it does to the file. */
type Migration = string | ((db: Database) => void);

export const MIGRATIONS: readonly Migration[] = [lab, allRules, chain, readings];

/** Brings a file that is `from` migrations old up to date, each migration whole or not at all. */
export function migrate(db: Database, from: number): void {
  // A table that others refer to can't be made anew otherwise. SQLite ignores this inside a transaction.
  db.pragma("foreign_keys = OFF");
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < from) continue;
    db.transaction(() => {
      if (typeof migration === "string") db.exec(migration);
      else migration(db);
      const dangling = db.pragma("foreign_key_check") as readonly unknown[];
      if (dangling.length > 0) throw new Error(`${String(dangling.length)} of its rows refer to none`);
      db.pragma(`user_version = ${String(index + 1)}`);
    }).immediate();
  }
  db.pragma("foreign_keys = ON");
}

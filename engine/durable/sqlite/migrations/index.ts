/** Every schema that a file has ever had, in order; a file's user_version says how many it has gone through. */

import type { Database } from "better-sqlite3";
import { lab } from "./001-lab.ts";

export const MIGRATIONS: readonly string[] = [lab];

/** Brings a file that is `from` migrations old up to date, each migration whole or not at all. */
export function migrate(db: Database, from: number): void {
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index < from) continue;
    db.transaction(() => {
      db.exec(sql);
      db.pragma(`user_version = ${String(index + 1)}`);
    }).immediate();
  }
}

/** The chain of events, recomputed from what stands in a file (rule D4): written anew, so that it shares no mistake. */

import { createHash } from "node:crypto";
import Database from "better-sqlite3";

const COLUMNS = `seq, at, clock, kind, command, job, actor, reason, code, attempt, token, deadline, delay, eligible_at,
  position, priority, quarantine_order, cause, needs, facts, result, jump`;

interface Chain {
  readonly events: number;
  /** The numbers of the events whose hash doesn't follow from the one before. */
  readonly broken: readonly number[];
}

export function chainIn(file: string): Chain {
  const db = new Database(file, { readonly: true });
  try {
    const rows = db.prepare(`SELECT ${COLUMNS}, hash FROM event ORDER BY seq`).raw().all() as unknown[][];
    let before: Buffer = Buffer.alloc(32);
    const broken: number[] = [];
    for (const row of rows) {
      const hash = row.pop() as Buffer;
      const wanted = createHash("sha256")
        .update(before.toString("latin1"), "utf8")
        .update(JSON.stringify(row))
        .digest();
      if (!wanted.equals(hash)) broken.push(row[0] as number);
      before = hash;
    }
    return { events: rows.length, broken };
  } finally {
    db.close();
  }
}

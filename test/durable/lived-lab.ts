/** A lab in which something of each kind has happened, and what a forger could do to its file. */

import Database from "better-sqlite3";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EVENT_COLUMNS, hashOf, NO_HASH } from "../../engine/durable/sqlite/event-row.ts";
import type { Value } from "../../engine/durable/sqlite/job-row.ts";
import { DurableLab } from "../../engine/index.ts";
import { by, test } from "./durable-test.ts";

/** Something of each kind that a lab writes down. */
export async function liveThrough(lab: DurableLab): Promise<void> {
  const ada = by(lab);
  const claim = () => by(lab, "star")({ name: "claim" });
  await ada({
    name: "submitMany",
    jobs: [
      { id: "a", backoff: 0, payload: { well: "A1", "2": [1e21, null] }, labels: ["P-7"], jitter: 0.1 },
      { id: "b", backoff: 60_000, after: ["c"], maxFailures: 1, requires: ["heat", "cool"] },
      { id: "c", backoff: 0, priority: 3 },
      { id: "d", backoff: 0, after: ["b", "a"], backoffFactor: 1.1 },
    ],
  });
  await ada({ name: "submit", id: "later", backoff: 0, notBefore: 9e15 });
  const first = await claim();
  await by(lab, "star")({ name: "complete", id: "c", token: first?.token, result: { volume: 7 } });
  await claim();
  await by(lab, "star")({ name: "reportFailure", id: "a", code: "E7" }, "a clot");
  await ada({ name: "hold", id: "a" }, "look at it");
  await ada({ name: "unhold", id: "a" });
  await claim();
  await ada({ name: "releaseClaim", id: "a" });
  await claim();
  await by(lab, "star")({ name: "reportFailure", id: "a" });
  await claim();
  await by(lab, "star")({ name: "reportFailure", id: "a" });
  await by(lab, "star")({ name: "claim", lease: 3_600_000 });
  await by(lab, "star")({ name: "reportFailure", id: "b" }, "empty");
  await ada({ name: "redrive", id: "a" });
  await ada({ name: "setPrerequisites", id: "d", after: ["c"] });
  await ada({ name: "setPriority", id: "d", priority: -2 });
  await ada({ name: "completeByHand", id: "a" });
  await by(lab, "star")({ name: "claim", lease: Number.MAX_SAFE_INTEGER });
  await ada({ name: "cancel", id: "b", withDependents: true });
  await ada({ name: "pause" });
}

/** A lab that has lived, made once for all tests; each takes a copy. */
export const lived = test.extend<{ $file: { readonly whole: string } }>({
  whole: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), "lab-test-"));
      const file = join(folder, "lab.db");
      const lab = await DurableLab.open({ file });
      await liveThrough(lab);
      await lab.close();
      await use(file);
      await rm(folder, { recursive: true });
    },
    { scope: "file" },
  ],
});

/** Changes a file behind the engine's back, with the triggers off. */
export function tamper(file: string, sql: string): void {
  const db = new Database(file);
  db.pragma("foreign_keys = OFF");
  db.pragma("ignore_check_constraints = ON");
  db.exec("DROP TRIGGER event_is_never_changed; DROP TRIGGER event_is_never_deleted");
  db.exec(sql);
  db.close();
}

/** Makes the chain fit again, as a forger would. */
export function rehash(file: string): void {
  const db = new Database(file);
  const rows = db
    .prepare(`SELECT ${EVENT_COLUMNS.join(", ")} FROM event ORDER BY seq`)
    .raw()
    .all() as Value[][];
  const update = db.prepare("UPDATE event SET hash = ? WHERE seq = ?");
  let before = NO_HASH;
  for (const row of rows) update.run((before = hashOf(before, row)), row[0]);
  db.close();
}

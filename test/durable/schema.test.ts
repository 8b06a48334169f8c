import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect } from "vitest";
import { MIGRATIONS } from "../../engine/durable/sqlite/migrations/index.ts";
import { DurableLab } from "../../engine/index.ts";
import { by, test } from "./durable-test.ts";

/** Makes the one job, which is open, a claimed one, along with `columns`. */
const claimedWith = (columns: string) =>
  `UPDATE job SET phase = 'claimed', attempts = 1, token = 1, ${columns}`;

/** An event of the one job, with what `columns` have in `values`. */
const event = (kind: string, columns = "", values = "") =>
  `INSERT INTO event (at, clock, actor, kind, job${columns && `, ${columns}`})
   VALUES (1, 1, 'ada', '${kind}', 1${values && `, ${values}`})`;

const NONSENSE: readonly (readonly [what: string, sql: string])[] = [
  ["a claimed job without a token", "UPDATE job SET phase = 'claimed'"],
  ["a quarantined job without its place in the quarantine", "UPDATE job SET phase = 'quarantined'"],
  ["an open job with a place in the quarantine", "UPDATE job SET quarantine_order = 1"],
  ["a phase that there is not", "UPDATE job SET phase = 'waiting'"],
  ["more failures than claims", "UPDATE job SET lifetime_failures = 1"],
  ["[L1] an open job with a lease", "UPDATE job SET lease = 5, deadline = 9"],
  ["[L1] a finished job with a lease", "UPDATE job SET phase = 'completed', lease = 5, deadline = 9"],
  ["[L1] a claim with a lease and no deadline", claimedWith("lease = 5")],
  ["[L1] a claim with a deadline and no lease", claimedWith("deadline = 9")],
  ["[L1] a lease that is negative", claimedWith("lease = -1, deadline = 9")],
  ["[O1] a claimed job that is held", claimedWith("held = 1")],
  ["[O1] a finished job that is held", "UPDATE job SET phase = 'cancelled', held = 1"],
  ["[O1] a reason of a hold that there is not", "UPDATE job SET held_reason = 'why not'"],
  ["[O3] an open job that was completed by hand", "UPDATE job SET by_hand = 1"],
  ["[S4] a job without a priority", "UPDATE job SET priority = NULL"],
  ["[S4] no failures to quarantine", "UPDATE job SET max_failures = 0"],
  ["[S4] a backoff that shrinks", "UPDATE job SET backoff_factor = 0.5"],
  ["[S4] a longest backoff out of range", "UPDATE job SET backoff_max = 315360000001"],
  ["[S4] jitter of more than all", "UPDATE job SET jitter = 1.5"],
  ["[S4] an unknown way to deal with expiry", "UPDATE job SET on_expiry = 'forget'"],
  ["[S4] a requirement that is no list", "UPDATE job SET requires = '\"sequencing\"'"],
  ["[S4] labels that are no list", "UPDATE job SET labels = '{}'"],
  ["[S4] a payload that is no JSON", "UPDATE job SET payload = '{'"],
  [
    "an id twice",
    `INSERT INTO job (key, id, backoff, priority, position, phase, since, eligible_at, failures,
       lifetime_failures, attempts, held, by_hand, revision)
     SELECT key + 9, id, backoff, priority, position + 9, phase, since, eligible_at, failures,
       lifetime_failures, attempts, held, by_hand, revision FROM job`,
  ],
  ["an edge to a job that there is not", "INSERT INTO prerequisite VALUES (1, 0, 77)"],
  ["an edge to itself", "INSERT INTO prerequisite VALUES (1, 0, 1)"],
  ["[D4] a change of an event", "UPDATE event SET actor = 'eve'"],
  ["[D4] the deletion of an event", "DELETE FROM event"],
  ["[D4] an event of a kind that there is not", event("juggled")],
  [
    "[D4] an event without an actor",
    "INSERT INTO event (at, clock, actor, kind) VALUES (1, 1, '', 'paused')",
  ],
  [
    "[D4] an event of a job that isn't named",
    "INSERT INTO event (at, clock, actor, kind) VALUES (1, 1, 'x', 'held')",
  ],
  ["[D4] a pause of a job", event("paused")],
  ["[D4] a claim without its token", event("claimed", "attempt", "1")],
  ["[D4] an expiry of no claim", event("expired")],
  ["[D4] a heartbeat without the new deadline", event("extended", "attempt, token", "1, 1")],
  ["[D4] a completion with a deadline", event("completed", "attempt, token, deadline", "1, 1, 9")],
  ["[D4] a failure that is tried again, but when", event("failed", "attempt, token, delay", "1, 1, 5")],
  ["[D4] a hold with a delay", event("held", "delay", "5")],
  ["[D4] a redrive that doesn't tell when it can start", event("redriven")],
  [
    "[D4] a claim taken back that doesn't tell when it can start",
    event("takenBack", "attempt, token", "1, 1"),
  ],
  ["[D4] a release that nothing caused", event("released")],
  ["[D4] a hold that another job caused", event("held", "cause", "1")],
  ["[D4] an entry into quarantine without its order", event("quarantined")],
  ["[D4] a priority that isn't told", event("priority")],
  ["[D4] new prerequisites that aren't told", event("prerequisites")],
  ["text where a number belongs", "UPDATE lab SET clock = 'noon'"],
  ["[F5] a place for retried jobs that there is not", "UPDATE lab SET retry_position = 'front'"],
  ["[L6] an unknown way to deal with expiry, in general", "UPDATE lab SET on_expiry = 'forget'"],
  ["[L1] a lease of the lab that is negative", "UPDATE lab SET lease = -1"],
  ["[O5] a lab that is half paused", "UPDATE lab SET paused = 2"],
  ["a second lab", "INSERT INTO lab VALUES (2, 3, NULL, 'original', 'retry', 0, 0, 0, 0, 0)"],
];

/** One file for all: what is refused leaves nothing behind. */
const withJob = test.extend<{ $file: { readonly db: Database.Database } }>({
  db: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), "lab-test-"));
      const file = join(folder, "lab.db");
      const lab = await DurableLab.open({ file });
      await by(lab)({ name: "submit", id: "a", backoff: 0 });
      await lab.close();
      const db = new Database(file);
      db.pragma("foreign_keys = ON");
      await use(db);
      db.close();
      await rm(folder, { recursive: true });
    },
    { scope: "file" },
  ],
});

describe("the schema refuses nonsense", () => {
  withJob.for(NONSENSE)("%s", ([, sql], { db }) => {
    expect(() => db.exec(sql)).toThrow(/constraint failed|cannot store|never|malformed JSON/);
  });
});

test("[D6] the file says whose it is and which version", async ({ file, open }) => {
  await (await open()).close();
  const db = new Database(file, { readonly: true });
  const says = ["application_id", "user_version", "journal_mode"].map((name): unknown =>
    db.pragma(name, { simple: true }),
  );
  db.close();
  expect(says).toEqual([0x4c616244, MIGRATIONS.length, "wal"]);
});

import Database from "better-sqlite3";
import { describe, expect } from "vitest";
import { by, test } from "./durable-test.ts";

describe("the schema refuses nonsense", () => {
  test.for([
    ["a claimed job without a token", "UPDATE job SET phase = 'claimed'"],
    ["a quarantined job without its place in the quarantine", "UPDATE job SET phase = 'quarantined'"],
    ["an open job with a place in the quarantine", "UPDATE job SET quarantine_order = 1"],
    ["a phase that there is not", "UPDATE job SET phase = 'waiting'"],
    ["more failures than claims", "UPDATE job SET lifetime_failures = 1"],
    [
      "an id twice",
      "INSERT INTO job SELECT key + 9, id, backoff, position + 9, phase, since, eligible_at, failures, lifetime_failures, attempts, token, quarantine_order, failed_itself, revision FROM job",
    ],
    ["an edge to a job that there is not", "INSERT INTO prerequisite VALUES (1, 0, 77)"],
    ["an edge to itself", "INSERT INTO prerequisite VALUES (1, 0, 1)"],
    ["[D4] a change of an event", "UPDATE event SET actor = 'eve'"],
    ["[D4] the deletion of an event", "DELETE FROM event"],
    [
      "an event without an actor",
      "INSERT INTO event (at, clock, kind, job, actor, needs) VALUES (1, 1, 'submitted', 1, '', '[]')",
    ],
    ["text where a number belongs", "UPDATE lab SET clock = 'noon'"],
    ["a second lab", "INSERT INTO lab VALUES (2, 3, 0, 0, 0)"],
  ] as const)("%s", async ([, sql], { file, open }) => {
    const lab = await open();
    await by(lab)({ name: "submit", id: "a", backoff: 0 });
    await lab.close();
    const db = new Database(file);
    db.pragma("foreign_keys = ON");
    expect(() => db.exec(sql)).toThrow(/constraint failed|cannot store|never/);
    db.close();
  });
});

test("[D6] the file says whose it is and which version", async ({ file, open }) => {
  await (await open()).close();
  const db = new Database(file, { readonly: true });
  const says = ["application_id", "user_version", "journal_mode"].map((name): unknown =>
    db.pragma(name, { simple: true }),
  );
  db.close();
  expect(says).toEqual([0x4c616244, 1, "wal"]);
});

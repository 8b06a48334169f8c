import Database from "better-sqlite3";
import { describe, expect } from "vitest";
import { SqliteJournal } from "../../engine/durable/sqlite/journal.ts";
import { openDatabase } from "../../engine/durable/sqlite/open.ts";
import { chainIn } from "./chain-check.ts";
import { Clerk } from "./clerk.ts";
import { test } from "./desk.ts";
import { by } from "./durable-test.ts";
import { SETTINGS } from "./journals.ts";
import { claim, submit } from "./commands.ts";

const WHOLE: readonly number[] = [];

describe("D4: each event's hash follows from the one before", () => {
  test("[D4] over batches, refusals, failures, jumps and new starts", ({ desk, file }) => {
    desk.giveAll([submit("a", { payload: { µ: "½" }, labels: ["plate 7"] }), submit("b", { after: ["a"] })]);
    desk.giveAll([{ name: "hold", id: "ghost" }, claim, submit("a")]);
    desk.give({ name: "reportFailure", id: "a", code: "E7" }, { reason: "clot in C7 “again”\n" });
    desk.restart({ killed: true });
    desk.clock.time = 10;
    desk.giveAll([{ name: "pause" }, { name: "resume" }, { name: "claim", lease: 3 }]);
    desk.clock.jump(-9_000);
    desk.restart();
    desk.clock.time = 20;
    desk.give({ name: "complete", id: "a", token: 2, result: { volume: 0.1, note: "é" } });
    const { events, broken } = chainIn(file);
    expect([events, broken]).toEqual([11, WHOLE]);
  });

  test("[D4] [D3] over batches that could not be stored", ({ desk, file }) => {
    desk.give(submit("a"));
    desk.blocking(() => expect(desk.give(submit("b"))).toBe("STORAGE_FAILED"));
    desk.giveAll([submit("b"), claim]);
    expect(chainIn(file)).toEqual({ events: 3, broken: WHOLE });
  });

  test("[D4] [D3] over a batch that was undone half way", ({ file }) => {
    const journal = new SqliteJournal(openDatabase(file, {}), SETTINGS);
    const clerk = new Clerk(journal);
    clerk.batch([submit("a"), submit("b")]);
    journal.begin();
    for (const command of [claim, submit("c"), claim]) clerk.give(command);
    journal.recover(new Error("undo it"));
    new Clerk(journal).batch([claim, submit("d")]);
    journal.close();
    expect(chainIn(file)).toEqual({ events: 4, broken: WHOLE });
  });

  test("[D4] whatever characters people and robots use", async ({ open, file }) => {
    const lab = await open();
    const words = ["µ½ “x”", "nul \0 in it", "\u2028", "😀", "half \ud83d of it"];
    await by(lab)({ name: "submit", id: "a", backoff: 0, maxFailures: 99 });
    for (const word of words) {
      const give = by(lab, word);
      await give({ name: "claim" }).catch(() => by(lab)({ name: "claim" }));
      await give({ name: "reportFailure", id: "a", code: word }, word).catch(() =>
        by(lab)({ name: "reportFailure", id: "a" }),
      );
    }
    await lab.close();
    expect(chainIn(file)).toEqual({ events: 11, broken: WHOLE });
  });

  test("[D4] [Q1] in a file in which a great deal happens in one commit", async ({ open, file }) => {
    const lab = await open({ maxFailures: 1 });
    const jobs = Array.from({ length: 300 }, (_, n) => {
      return { id: `j${String(n)}`, backoff: 0, after: n === 0 ? [] : [`j${String(Math.floor(n / 2))}`] };
    }).filter(({ id, after }) => !after.includes(id));
    const give = by(lab);
    await Promise.all([
      give({ name: "submitMany", jobs }),
      give({ name: "claim" }),
      give({ name: "reportFailure", id: "j0" }),
      give({ name: "redrive", id: "j0" }),
    ]);
    await lab.close();
    const { events, broken } = chainIn(file);
    expect([broken, events]).toEqual([WHOLE, jobs.length * 3 + 2]);
  });
});

test("[D4] a submission's event tells all that the job was submitted with, and no more", ({ desk }) => {
  const options = {
    requires: ["cooling", "mixing"],
    notBefore: 9_000_000,
    maxFailures: 7,
    backoffFactor: 1.5,
    backoffMax: 900,
    jitter: 0.25,
    onExpiry: "retry",
    payload: { wells: ["A1", null] },
    labels: ["plate 7"],
  };
  desk.giveAll([submit("a", { ...options, priority: -2 }), submit("b", { after: ["a"] })]);
  const told = desk.rows("SELECT facts, needs, priority, position, eligible_at FROM event ORDER BY seq");
  const [first, second] = (told as [string, ...unknown[]][]).map(([facts, ...rest]) => {
    return [JSON.parse(facts) as unknown, ...rest];
  });
  expect(first).toEqual([{ id: "a", backoff: 5, ...options }, "[]", -2, 1, 0]);
  expect(second).toEqual([{ id: "b", backoff: 5 }, '["a"]', 0, 2, 0]);
});

/** Without the triggers, as somebody would who means harm. */
const tamper = (file: string, sql: string): void => {
  const db = new Database(file);
  db.exec(`DROP TRIGGER event_is_never_changed; DROP TRIGGER event_is_never_deleted; ${sql}`);
  db.close();
};

test.for([
  ["changed", "UPDATE event SET actor = 'eve' WHERE seq = 2", [2]],
  ["taken out", "DELETE FROM event WHERE seq = 2", [3]],
  [
    "put in",
    "INSERT INTO event SELECT * FROM event WHERE FALSE; UPDATE event SET seq = 9 WHERE seq = 2",
    [3, 9],
  ],
] as const)("[D4] an event that was %s shows", ([, sql, broken], { desk, file }) => {
  for (const id of ["a", "b", "c"]) desk.give(submit(id));
  desk.close();
  const before = chainIn(file).broken;
  tamper(file, sql);
  expect([before, chainIn(file).broken]).toEqual([WHOLE, broken]);
});

/** Finished jobs leave memory after the commit; what the rules say of them holds as before, from the file. */

import Database from "better-sqlite3";
import { describe, expect } from "vitest";
import type { Command } from "../../engine/index.ts";
import { openDatabase } from "../../engine/durable/sqlite/open.ts";
import { SqliteJournal } from "../../engine/durable/sqlite/journal.ts";
import { Clerk } from "./clerk.ts";
import { Desk } from "./desk.ts";
import { test as base } from "./durable-test.ts";
import { SETTINGS } from "./journals.ts";

const submit = (id: string, ...after: string[]): Command => ({ name: "submit", id, backoff: 5, after });

/** `done`, `byHand` and `off` are final, the last by cancellation; `next` needs the first. */
const STORY: readonly Command[] = [
  submit("done"),
  submit("byHand"),
  submit("off"),
  submit("next", "done"),
  { name: "claim" },
  { name: "complete", id: "done", token: 1 },
  { name: "completeByHand", id: "byHand" },
  { name: "cancel", id: "off" },
];

/** Each refusal is that of the rule, and never UNKNOWN_JOB. */
const REFUSALS: readonly (readonly [Command, code: string])[] = [
  [submit("done"), "DUPLICATE_JOB"],
  [submit("off"), "DUPLICATE_JOB"],
  [{ name: "submitMany", jobs: [{ id: "byHand", backoff: 1 }] }, "DUPLICATE_JOB"],
  [submit("x", "off"), "PREREQUISITE_CANCELLED"],
  [{ name: "setPrerequisites", id: "next", after: ["off"] }, "PREREQUISITE_CANCELLED"],
  [{ name: "complete", id: "done", token: 1 }, "NOT_CLAIMED"],
  [{ name: "heartbeat", id: "done", token: 1 }, "NOT_CLAIMED"],
  [{ name: "reportFailure", id: "off" }, "NOT_CLAIMED"],
  [{ name: "releaseClaim", id: "off" }, "NOT_CLAIMED"],
  [{ name: "redrive", id: "byHand" }, "NOT_QUARANTINED"],
  [{ name: "redriveMany", ids: ["done"] }, "NOT_QUARANTINED"],
  [{ name: "setPrerequisites", id: "off", after: [] }, "JOB_FINISHED"],
  [{ name: "setPriority", id: "done", priority: 1 }, "JOB_FINISHED"],
  [{ name: "hold", id: "byHand" }, "JOB_FINISHED"],
  [{ name: "unhold", id: "off" }, "JOB_FINISHED"],
  [{ name: "completeByHand", id: "off" }, "JOB_FINISHED"],
  [{ name: "cancel", id: "done" }, "JOB_FINISHED"],
  [{ name: "preview", command: { name: "cancel", id: "done" } }, "JOB_FINISHED"],
];

/** The batch after, without a new start and with one. */
const test = base.extend<{ readonly desks: readonly (() => Desk)[] }>({
  desks: async ({ folder }, use) => {
    const desks: Desk[] = [];
    const made = (name: string): Desk => {
      const desk = new Desk(`${folder}/${name}.db`);
      desks.push(desk);
      desk.giveAll(STORY);
      return desk;
    };
    const restarted = () => {
      const desk = made("restarted");
      desk.restart();
      return desk;
    };
    await use([() => made("same"), restarted]);
    for (const desk of desks) desk.close();
  },
});

describe.for([0, 1])("finished jobs, after %d new starts", (starts) => {
  test("[D1] [C3] each call about one gets the refusal of its rule", ({ desks }) => {
    const desk = desks[starts]!();
    const codes = REFUSALS.map(([command]) => [command, desk.give(command)]);
    expect(codes).toEqual(REFUSALS);
  });

  test("[S3] what completed counts as a prerequisite, before and after others have need of it", ({
    desks,
  }) => {
    const desk = desks[starts]!();
    desk.giveAll([submit("more", "byHand", "done"), submit("most", "more")]);
    const states = ["more", "most", "next"].map((id) => desk.give({ name: "status", id }));
    expect(states).toEqual(["ready", "blocked", "ready"]);
    expect(desk.give({ name: "setPrerequisites", id: "most", after: ["done"] })).toBeNull();
    expect(desk.give({ name: "status", id: "most" })).toBe("ready");
  });

  test("[O6] they are counted, told of and explained", ({ desks }) => {
    const desk = desks[starts]!();
    expect(desk.actor.news.counts).toMatchObject({ completed: 2, cancelled: 1, ready: 1, claimed: 0 });
    const states = ["done", "byHand", "off"].map((id) => desk.give({ name: "status", id }));
    expect([states, desk.give({ name: "causes", id: "done" })]).toEqual([
      ["completed", "completed", "cancelled"],
      [],
    ]);
    expect(desk.give({ name: "explain", id: "byHand" })).toMatchObject({ state: "completed", byHand: true });
  });

  test("[C3] [S2] tokens and positions go on from those that they had", ({ desks }) => {
    const desk = desks[starts]!();
    desk.giveAll([submit("z"), { name: "claim" }, { name: "complete", id: "next" }]);
    expect(desk.give({ name: "claim" })).toMatchObject({ id: "z", token: 3 });
    expect(desk.rows("SELECT key, position FROM job WHERE id = 'z'")).toEqual([[5, 5]]);
  });

  test("[D5] [Q5] repeated requests and late completions find them", ({ desks }) => {
    const desk = desks[starts]!();
    desk.give({ name: "claim" }, { requestId: "r1" });
    desk.give({ name: "completeByHand", id: "next" });
    expect(desk.give({ name: "claim" }, { requestId: "r1" })).toBe("STALE_CLAIM");
    expect(desk.give({ name: "complete", id: "next", token: 2 })).toBe("NOT_CLAIMED");
    expect(desk.rows("SELECT kind FROM event ORDER BY seq DESC LIMIT 1")).toEqual([["late"]]);
  });
});

describe("a start", () => {
  test("[T6] reads live jobs and what they need, however many have finished", ({ file }) => {
    const desk = new Desk(file);
    for (let n = 0; n < 200; n += 1) {
      const id = `f${String(n)}`;
      desk.giveAll([submit(id), { name: "completeByHand", id }]);
    }
    desk.giveAll([submit("a", "f3", "f7"), submit("b", "a")]);
    desk.close();
    const clerk = new Clerk(new SqliteJournal(openDatabase(file, {}), SETTINGS));
    clerk.journal.close();
    expect([clerk.ids, clerk.lab.counts.completed]).toEqual([["f3", "f7", "a", "b"], 200]);
  });

  test("[T6] and a look-up find what they read by an index", ({ file }) => {
    const desk = new Desk(file);
    desk.giveAll(STORY);
    desk.close();
    const asked: string[] = [];
    const verbose = (sql: unknown) => asked.push(String(sql));
    const clerk = new Clerk(new SqliteJournal(openDatabase(file, { verbose }), SETTINGS));
    clerk.journal.holderOf(clerk.lab.inner.get("next")!);
    clerk.journal.find("done");
    clerk.journal.answerTo({ actor: "ada", id: "r1" });
    clerk.journal.begin();
    clerk.journal.forgetAnswers(5);
    clerk.journal.recover(new Error("undo it"));
    clerk.journal.close();
    const db = new Database(file);
    const plans = asked
      .splice(0)
      // Not the start's own looks at the file.
      .filter(
        (sql) => !/^SELECT .*(sqlite_schema|max\(seq\)|FROM event ORDER BY seq DESC LIMIT 1$)/s.test(sql),
      )
      .filter((sql) => /^(SELECT|DELETE)/.test(sql))
      .flatMap((sql) => db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]);
    db.close();
    const details = plans.map(({ detail }) => detail);
    expect(details).toContainEqual(expect.stringMatching(/SEARCH job USING .*INDEX job_by_\w+ \(phase=\?/));
    expect(details).toContainEqual(expect.stringMatching(/SEARCH event USING .*INDEX event_by_job \(job=\?/));
    expect(details).toContainEqual(expect.stringMatching(/SEARCH request USING .*INDEX request_by_clock/));
    // The last event is found from the end of its table; the lab has one row.
    expect(details.filter((detail) => /^SCAN (?!lab$|event$)/.test(detail))).toEqual([]);
  });
});

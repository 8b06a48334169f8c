/** What every journal does, whatever it stores on. */

import { describe, expect } from "vitest";
import type { Command } from "../../engine/index.ts";
import type { Journal, Told } from "../../engine/durable/journal.ts";
import { Clerk, foundFacts, loadedFrom } from "./clerk.ts";
import { JOURNALS, OTHERS, SETTINGS, test } from "./journals.ts";
import { claim, submit } from "./commands.ts";

const on = (name: "complete" | "reportFailure" | "hold" | "unhold" | "redrive" | "cancel", id: string) =>
  ({ name, id }) as Command;

const FAILED = [claim, on("reportFailure", "a")];
/** `a` fails for good at the first time. */
const QUARANTINED = [submit("a", { maxFailures: 1 }), submit("b", { after: ["a"] }), ...FAILED];

/** How each kind of change comes about; all but the last commands are a batch before. */
const STORIES: Readonly<Record<Told["kind"], readonly Command[]>> = {
  submitted: [
    submit("a", {
      priority: -3,
      requires: ["cooling", "amplification"],
      notBefore: 90_000,
      maxFailures: 7,
      backoffFactor: 1.25,
      backoffMax: 90,
      jitter: 0.5,
      onExpiry: "retry",
      payload: { wells: ["A1"] },
      labels: ["plate 7"],
    }),
  ],
  claimed: [submit("a"), { name: "claim", lease: 77 }],
  extended: [submit("a"), claim, { name: "heartbeat", id: "a" }],
  completed: [submit("a"), submit("b", { after: ["a"] }), claim, { name: "complete", id: "a", result: [1] }],
  completedByHand: [submit("a"), submit("b", { after: ["a"] }), { name: "completeByHand", id: "a" }],
  failed: [submit("a"), submit("b"), claim, { name: "reportFailure", id: "a", code: "E7" }],
  expired: [submit("a"), { name: "claim", lease: 0 }, { name: "status", id: "a" }],
  quarantined: QUARANTINED,
  redriven: [...QUARANTINED, on("redrive", "a")],
  released: [...QUARANTINED, { name: "setPrerequisites", id: "b", after: [] }],
  prerequisites: [
    ...["a", "b", "c"].map((id) => submit(id)),
    { name: "setPrerequisites", id: "c", after: ["b", "a"] },
  ],
  priority: [submit("a"), { name: "setPriority", id: "a", priority: 4 }],
  held: [submit("a"), on("hold", "a")],
  unheld: [submit("a"), on("hold", "a"), on("unhold", "a")],
  due: [submit("a", { notBefore: 1_500 }), { name: "status", id: "a" }],
  takenBack: [submit("a"), claim, { name: "releaseClaim", id: "a" }],
  cancelled: [submit("a"), submit("b", { after: ["a"] }), { name: "cancel", id: "a", withDependents: true }],
  paused: [{ name: "pause" }],
  resumed: [{ name: "pause" }, { name: "resume" }],
  clockJumped: [],
  lost: [],
  restored: [],
  late: [submit("a"), claim, { name: "releaseClaim", id: "a" }],
};

const MINE = { actor: "tecan", id: "r1" };
const CONTENT = Buffer.alloc(32, 7);

describe.each(JOURNALS)("the journal %s", (_, at) => {
  test("[D1] is empty at first, and keeps the settings that it was made with", ({ file, opening }) => {
    const open = opening(at(file));
    const { jobs, edges, ...counters } = loadedFrom(open());
    expect([jobs, edges, new Set(Object.values(counters))]).toEqual([[], [], new Set([0, false])]);
    expect([open().settings, open(OTHERS).settings]).toEqual([SETTINGS, SETTINGS]);
  });

  test.for(Object.entries(STORIES))(
    "[D1] keeps what a job that is %s has come to",
    ([kind, story], { file, opening }) => {
      const open = opening(at(file));
      const clerk = new Clerk(open());
      clerk.batch(story.slice(0, -1));
      clerk.wall = 2_000;
      clerk.journal.begin();
      for (const command of story.slice(-1)) clerk.give(command, { now: 3, actor: "tecan" });
      const job = clerk.lab.inner.get("a");
      if (kind === "clockJumped") clerk.note({ kind, by: -3_600_000 });
      if (kind === "restored") clerk.note({ kind });
      if (kind === "lost") clerk.note({ kind, what: "3 changes" });
      if (kind === "late" && job) clerk.note({ kind, job, token: 1 });
      const within = foundFacts(clerk.journal, "a");
      clerk.commit();
      expect(clerk.told).toContain(kind);
      expect(within).toEqual(clerk.stored.all["a"]);
      expect(clerk.foundIn(clerk.journal)).toEqual(clerk.stored);
      expect(clerk.foundIn(open())).toEqual(clerk.stored);
    },
  );

  test("[D1] loads finished jobs only where others need them, and finds them all", ({ file, opening }) => {
    const open = opening(at(file));
    const clerk = new Clerk(open());
    const jobs = [submit("a"), submit("b"), submit("c", { after: ["b", "a"] }), submit("off")];
    clerk.batch([...jobs, claim, on("complete", "a"), on("cancel", "off")]);
    clerk.batch([claim, on("complete", "b"), submit("d", { after: ["a"] })]);
    const ids = (journal: Journal) => new Clerk(journal).ids;
    const needed = ids(open());
    const again = new Clerk(open());
    again.batch([claim, on("complete", "c"), on("cancel", "d")]);
    const journal = open();
    expect([needed, ids(journal)]).toEqual([["a", "b", "c", "d"], []]);
    const phases = ["a", "b", "c", "d", "off", "ghost"].map((id) => journal.find(id)?.phase);
    expect(phases).toEqual(["completed", "completed", "completed", "cancelled", "cancelled", undefined]);
  });

  test("[D1] stores what the counters and the time of day were at the commit", ({ file, opening }) => {
    const open = opening(at(file));
    const journal = open();
    loadedFrom(journal);
    const counters = {
      clock: 7,
      lastKey: 6,
      lastToken: 5,
      lastPosition: 4,
      lastQuarantineOrder: 3,
      paused: true,
      completed: 2,
      cancelled: 1,
    };
    journal.begin();
    journal.commit(counters, 1_700_000_000_000);
    expect(loadedFrom(open())).toMatchObject({ ...counters, wall: 1_700_000_000_000 });
  });

  test("[D1] lets a batch see what it has done so far", ({ file, opening }) => {
    const clerk = new Clerk(opening(at(file))());
    const { journal } = clerk;
    journal.begin();
    const before = journal.find("a");
    clerk.give(submit("a"));
    const submitted = journal.find("a");
    clerk.give(claim, { actor: "tecan" });
    journal.remember(MINE, { content: CONTENT, answer: "7" }, 0);
    expect([before, submitted?.phase, journal.find("a")?.phase]).toEqual([undefined, "open", "claimed"]);
    expect(journal.holderOf(clerk.lab.inner.get("a")!)).toBe("tecan");
    expect(journal.answerTo(MINE)).toEqual({ content: CONTENT, answer: "7" });
    journal.forgetAnswers(1);
    expect(journal.answerTo(MINE)).toBeUndefined();
    clerk.commit();
    expect(journal.answerTo(MINE)).toBeUndefined();
  });

  test("[D3] leaves nothing of a batch that is rolled back, and goes on", ({ file, opening }) => {
    const open = opening(at(file));
    const clerk = new Clerk(open());
    const { journal } = clerk;
    clerk.batch([submit("a"), submit("b", { after: ["a"] }), claim], { actor: "tecan" });
    journal.begin();
    journal.remember(MINE, { content: CONTENT, answer: "7" }, 0);
    clerk.commit();
    const { stored } = clerk;

    journal.begin();
    for (const command of [on("reportFailure", "a"), submit("c")]) clerk.give(command);
    clerk.give({ name: "setPrerequisites", id: "b", after: ["c"] });
    clerk.give({ name: "completeByHand", id: "a" });
    clerk.give(claim, { actor: "star" });
    journal.forgetAnswers(99);
    journal.remember({ ...MINE, id: "r2" }, { content: CONTENT, answer: "8" }, 0);
    journal.recover(new Error("undo it"));

    const again = new Clerk(journal);
    const { all, ...found } = clerk.foundIn(journal);
    expect({ ...found, all: { a: all["a"], b: all["b"] } }).toEqual(stored);
    expect([journal.find("c"), journal.holderOf(again.lab.inner.get("a")!)]).toEqual([undefined, "tecan"]);
    expect([journal.answerTo(MINE)?.answer, journal.answerTo({ ...MINE, id: "r2" })]).toEqual([
      "7",
      undefined,
    ]);
    again.batch([submit("c"), on("complete", "a")]);
    expect(loadedFrom(open())).toMatchObject({ lastKey: 3, completed: 1, clock: 0 });
  });

  test("[D3] undoes a batch that was never ended, and takes a recovery from nothing", ({ file, opening }) => {
    const open = opening(at(file));
    const clerk = new Clerk(open());
    clerk.batch([submit("a")]);
    clerk.journal.begin();
    clerk.give(submit("b"));
    const again = new Clerk(open());
    again.journal.recover(new Error("undo it"));
    expect([again.journal.find("b"), again.lab.counts.ready]).toEqual([undefined, 1]);
  });

  test("[D1] refuses to begin a batch within a batch, to store an id twice, and to answer twice", ({
    file,
    opening,
  }) => {
    const clerk = new Clerk(opening(at(file))());
    const { journal } = clerk;
    journal.begin();
    clerk.give(submit("a"));
    const job = clerk.lab.inner.get("a")!;
    journal.remember(MINE, { content: CONTENT, answer: "7" }, 0);
    expect(() => journal.begin()).toThrow();
    expect(() =>
      clerk.note({
        kind: "submitted",
        job,
        payload: null,
        labels: [],
        expectedMs: undefined,
        useBy: undefined,
      }),
    ).toThrow();
    expect(() => journal.remember(MINE, { content: CONTENT, answer: "8" }, 0)).toThrow();
  });

  test("[Q5] tells who made the latest claim of a job, and of no other", ({ file, opening }) => {
    const open = opening(at(file));
    const clerk = new Clerk(open());
    clerk.batch([submit("a"), submit("b"), claim], { actor: "tecan" });
    clerk.batch([{ name: "releaseClaim", id: "a" }]);
    const holders = (journal: Journal, { lab } = new Clerk(journal)) =>
      ["a", "b"].map((id) => journal.holderOf(lab.inner.get(id)!));
    const first = holders(open());
    const again = new Clerk(open());
    again.batch([claim], { actor: "star" });
    again.batch([on("complete", "a")], { actor: "star" });
    expect([first, holders(open())]).toEqual([
      ["tecan", undefined],
      ["star", undefined],
    ]);
  });

  test("[D5] keeps the answer to each sender's request until it is forgotten", ({ file, opening }) => {
    const open = opening(at(file));
    const clerk = new Clerk(open());
    const yours = { actor: "star", id: "r1" };
    clerk.journal.begin();
    clerk.journal.remember(MINE, { content: CONTENT, answer: '["a"]' }, 100);
    clerk.journal.remember(yours, { content: Buffer.alloc(32, 8), answer: "null" }, 200);
    clerk.commit();
    const journal = open();
    loadedFrom(journal);
    expect(journal.answerTo(MINE)).toEqual({ content: CONTENT, answer: '["a"]' });
    expect(journal.answerTo(yours)).toEqual({ content: Buffer.alloc(32, 8), answer: "null" });
    expect(journal.answerTo({ actor: "tecan", id: "r2" })).toBeUndefined();
    journal.begin();
    journal.forgetAnswers(200);
    journal.commit(clerk.lab.counters, 0);
    const last = open();
    expect([last.answerTo(MINE), last.answerTo(yours)?.answer]).toEqual([undefined, "null"]);
  });
});

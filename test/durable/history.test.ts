/** What is told of the past: of one job, of the lab, and in numbers. */

import Database from "better-sqlite3";
import { describe, expect } from "vitest";
import type { DurableLab, EventQuery, LabEvent } from "../../engine/index.ts";
import { EventQueries } from "../../engine/durable/sqlite/event-query.ts";
import { SqliteJournal } from "../../engine/durable/sqlite/journal.ts";
import { openDatabase } from "../../engine/durable/sqlite/open.ts";
import { ThroughputQueries } from "../../engine/durable/sqlite/throughput-query.ts";
import { by, test } from "./durable-test.ts";

/** Time comes with each order, as in a replay. */
const at =
  (lab: DurableLab) =>
  (now: number, actor: string, command: Parameters<DurableLab["perform"]>[0], reason?: string) =>
    lab.perform(command, { actor, reason, now });

describe("a job's history", () => {
  test("[F4] comes in pages, newest first, that leave nothing out", async ({ open }) => {
    const lab = await open();
    const give = by(lab);
    await give({ name: "submit", id: "a", backoff: 0, priority: 0 });
    for (let n = 1; n <= 9; n += 1) await give({ name: "setPriority", id: "a", priority: n });
    const seen: (number | null)[] = [];
    const sizes: number[] = [];
    for (let before: number | null | undefined; before !== null;) {
      const { events, next }: { events: readonly { priority: number | null }[]; next: number | null } =
        await lab.read({ name: "history", id: "a", before, limit: 4 });
      seen.push(...events.map(({ priority }) => priority));
      sizes.push(events.length);
      before = next;
    }
    expect([seen, sizes]).toEqual([
      [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
      [4, 4, 2],
    ]);
  });

  test("[F4] tells each attempt from its claim to what came of it, and how long it took", async ({
    open,
  }) => {
    const lab = await open({ replay: true, maxFailures: 9, lease: 100 });
    const give = at(lab);
    await give(0, "ada", { name: "submit", id: "a", backoff: 0 });
    await give(10, "tecan", { name: "claim" });
    await give(25, "tecan", { name: "reportFailure", id: "a" }, "clot");
    await give(30, "star", { name: "claim" });
    await give(40, "star", { name: "heartbeat", id: "a" });
    await give(145, "tecan", { name: "claim" });
    await give(150, "ada", { name: "releaseClaim", id: "a" }, "wrong deck");
    await give(160, "tecan", { name: "claim" });
    const { attempts, next } = await lab.read({ name: "attempts", id: "a", limit: 3 });
    const older = await lab.read({ name: "attempts", id: "a", before: next, limit: 3 });
    const told = [...attempts, ...older.attempts].map(({ attempt, station, outcome }) => [
      attempt,
      station,
      outcome && [outcome.kind, outcome.actor, outcome.reason, outcome.took, outcome.delay],
    ]);
    expect([told, older.next]).toEqual([
      [
        [4, "tecan", null],
        [3, "tecan", ["takenBack", "ada", "wrong deck", 5, null]],
        [2, "star", ["expired", "lab", null, 110, 0]],
        [1, "tecan", ["failed", "tecan", "clot", 15, 0]],
      ],
      null,
    ]);
  });

  test("[O3] an attempt ends, too, when somebody completes or cancels the job", async ({ open }) => {
    const lab = await open();
    const give = by(lab);
    for (const id of ["a", "b"]) await give({ name: "submit", id, backoff: 0 });
    for (let n = 0; n < 2; n += 1) await give({ name: "claim" });
    await give({ name: "completeByHand", id: "a" });
    await give({ name: "cancel", id: "b" });
    const ends = await Promise.all(["a", "b"].map((id) => lab.read({ name: "attempts", id, limit: 5 })));
    expect(ends.map(({ attempts }) => attempts.map(({ outcome }) => outcome?.kind))).toEqual([
      ["completedByHand"],
      ["cancelled"],
    ]);
  });

  test("of a job that there is not is refused", async ({ open }) => {
    const lab = await open();
    for (const name of ["history", "attempts"] as const) {
      await expect(lab.read({ name, id: "a", limit: 5 })).rejects.toMatchObject({ code: "UNKNOWN_JOB" });
    }
    await expect(lab.read({ name: "events", job: "a", limit: 5 })).rejects.toMatchObject({
      code: "UNKNOWN_JOB",
    });
  });
});

/** A file whose events are these, each told as `kind job actor at`. */
function withEvents(file: string, lines: readonly string[]): Database.Database {
  new SqliteJournal(openDatabase(file, {}), {
    maxFailures: 3,
    lease: null,
    retryPosition: "original",
    onExpiry: "retry",
    holdLate: false,
  }).close();
  const db = new Database(file);
  const keys = new Map<string, number>();
  for (const line of lines) {
    const [kind = "", job = "", actor = "", at = ""] = line.split(" ");
    const key = keys.get(job) ?? keys.size + 1;
    if (!keys.has(job)) {
      keys.set(job, key);
      db.prepare(
        `INSERT INTO job (key, id, backoff, priority, position, phase, since, eligible_at, failures,
           lifetime_failures, attempts, held, by_hand, revision)
         VALUES (?, ?, 0, 0, ?, 'open', 0, 0, 0, 0, 0, 0, 0, 1)`,
      ).run(key, job, key);
    }
    const claim = ["claimed", "completed", "failed", "expired", "extended"].includes(kind) ? 1 : null;
    db.prepare(
      `INSERT INTO event (hash, at, clock, kind, job, actor, attempt, token, deadline)
       VALUES (zeroblob(32), ?, 0, ?, ?, ?, ?, ?, ?)`,
    ).run(Number(at), kind, key, actor, claim, claim, kind === "extended" ? 1 : null);
  }
  return db;
}

/** The wall clock is set back by 50 after the fifth. */
const LINES = [
  "claimed a tecan 100",
  "extended a tecan 110",
  "failed a tecan 120",
  "claimed a star 130",
  "held b ada 140",
  "completed a star 90",
  "claimed b tecan 100",
  "unheld b ada 105",
  "completed b tecan 150",
];

type Filter = Omit<EventQuery, "limit" | "after">;
type Told = Pick<LabEvent, "kind" | "job" | "actor" | "at">;

function pagesOf(queries: EventQueries, filter: Filter, limit: number) {
  const events: string[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = queries.events({ ...filter, limit, after });
    events.push(...(page?.events ?? []).map(({ kind, job, actor, at }) => [kind, job, actor, at].join(" ")));
    after = page?.next ?? null;
  }
  return events;
}

describe("what happened in the lab", () => {
  const shown = (keep: (event: Told) => boolean, byTime = false): string[] => {
    const events = LINES.map((line, seq) => {
      const [kind = "", job = "", actor = "", at = ""] = line.split(" ");
      return { line, seq, kind: kind as LabEvent["kind"], job, actor, at: Number(at) };
    });
    const kept = events.filter(keep).sort((a, b) => (byTime ? b.at - a.at : 0) || b.seq - a.seq);
    return kept.map(({ line }) => line);
  };
  const isShown = ({ kind }: Told) => kind !== "extended";

  test.for<readonly [name: string, filter: Filter, expected: string[]]>([
    ["all but heartbeats", {}, shown(isShown)],
    ["one actor's", { actor: "tecan" }, shown((e) => isShown(e) && e.actor === "tecan")],
    ["nobody's", { actor: "nobody" }, []],
    ["one job's", { job: "b" }, shown(({ job }) => job === "b")],
    [
      "one job's with one actor",
      { job: "b", actor: "ada" },
      shown((e) => e.job === "b" && e.actor === "ada"),
    ],
    [
      "some kinds",
      { kinds: ["claimed", "held"] },
      shown((e) => e.kind === "claimed" || e.kind === "held", true),
    ],
    ["heartbeats, if asked for", { kinds: ["extended"] }, ["extended a tecan 110"]],
    ["no kind", { kinds: [] }, []],
    [
      "some kinds of one actor",
      { actor: "tecan", kinds: ["claimed", "extended"] },
      shown((e) => e.actor === "tecan" && (e.kind === "claimed" || e.kind === "extended")),
    ],
    [
      "a stretch of time",
      { from: 100, to: 140 },
      shown((e) => isShown(e) && e.at >= 100 && e.at < 140, true),
    ],
    ["all since", { from: 130 }, shown((e) => e.at >= 130, true)],
    ["all until", { to: 101 }, shown((e) => e.at < 101, true)],
    [
      "one actor's in a stretch of time",
      { actor: "tecan", from: 100, to: 120 },
      shown((e) => isShown(e) && e.actor === "tecan" && e.at >= 100 && e.at < 120),
    ],
  ])("is told newest first, page after page: %s", ([, filter, expected], { file }) => {
    const db = withEvents(file, LINES);
    const found = [1, 2, 100].map((limit) => pagesOf(new EventQueries(db), filter, limit));
    db.close();
    expect(found).toEqual([expected, expected, expected]);
  });

  test("goes on where its time was over, and leaves nothing out", ({ file }) => {
    const lines = Array.from(
      { length: 2_000 },
      (_, n) => `held a ${n % 1_000 === 3 ? "eve" : "ada"} ${String(n)}`,
    );
    const db = withEvents(file, lines);
    const queries = new EventQueries(db, { patience: -1 });
    const filter = { job: "a", actor: "eve" };
    const first = queries.events({ ...filter, limit: 5 });
    const found = pagesOf(queries, filter, 5);
    db.close();
    expect(first).toMatchObject({ events: [], next: expect.any(String) as string });
    expect(found).toEqual(["held a eve 1003", "held a eve 3"]);
  });

  test("[O5] a pause of the whole lab is an event of no job", async ({ open }) => {
    const lab = await open();
    await by(lab)({ name: "pause" }, "smoke");
    const { events } = await lab.read({ name: "events", limit: 5 });
    expect(events).toMatchObject([{ kind: "paused", job: null, actor: "ada", reason: "smoke" }]);
  });

  test("kinds that nothing is of are refused", async ({ open }) => {
    const lab = await open();
    const kinds = ["held' OR 1=1 --" as "held"];
    const refusal = lab.read({ name: "events", kinds, limit: 5 });
    await expect(refusal).rejects.toMatchObject({ code: "INVALID_ARGUMENT", field: "kinds" });
  });
});

describe("throughput", () => {
  test("counts what was done in each stretch, by the wall clock as it stood", ({ file }) => {
    const db = withEvents(file, LINES);
    const { buckets } = new ThroughputQueries(db).throughput({ from: 90, to: 151, bucket: 30 });
    db.close();
    const none = { claimed: 0, completed: 0, byHand: 0, failed: 0, expired: 0 };
    expect(buckets).toEqual([
      { ...none, claimed: 2, completed: 1 },
      { ...none, claimed: 1, failed: 1 },
      { ...none, completed: 1 },
    ]);
  });

  test.for([
    { from: 0, to: 10, bucket: 0 },
    { from: 10, to: 0, bucket: 1 },
    { from: 0, to: 1_000_001, bucket: 1_000 },
    { from: 0, to: 0.5, bucket: 1 },
    { from: 0, to: Infinity, bucket: 1 },
  ])("refuses %j", async (wrong, { open }) => {
    const lab = await open();
    await expect(lab.read({ name: "throughput", ...wrong })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      field: "bucket",
    });
  });
});

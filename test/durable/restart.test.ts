/** What each rule needs is in the file: after a new start the lab goes on as if there had been none. */

import Database from "better-sqlite3";
import { describe, expect } from "vitest";
import type { Command, DurableLab, DurableOptions } from "../../engine/index.ts";
import { by, test } from "./durable-test.ts";

const submit = (id: string, options: object = {}): Command<"submit"> => ({
  name: "submit",
  backoff: 0,
  ...options,
  id,
});

const claim: Command<"claim"> = { name: "claim" };

/** A lab in which `commands` were given, one after the other, before a new start. */
async function restarted(
  open: (options?: Partial<DurableOptions>) => Promise<DurableLab>,
  commands: readonly Command[],
  options: Partial<DurableOptions> = {},
): Promise<DurableLab> {
  const lab = await open(options);
  for (const command of commands) await by(lab)(command, "because");
  await lab.close();
  return open();
}

const idsClaimedIn = async (lab: DurableLab, ...claims: Command<"claim">[]) => {
  const ids = [];
  for (const each of claims) ids.push((await by(lab)(each))?.id ?? null);
  return ids;
};

const jobIn = (lab: DurableLab, id: string) => lab.read({ name: "job", id });

describe("after a new start", () => {
  test("[C1] [O1] priorities decide who goes first", async ({ open }) => {
    const commands = [submit("a"), submit("b", { priority: 2 }), submit("c")];
    const lab = await restarted(open, [...commands, { name: "setPriority", id: "c", priority: 3 }]);
    expect(await jobIn(lab, "c")).toMatchObject({ priority: 3 });
    expect(await idsClaimedIn(lab, claim, claim, claim)).toEqual(["c", "b", "a"]);
  });

  test("[C2] a job is given only to a robot that has what it requires", async ({ open }) => {
    const commands = [submit("a", { requires: ["sequencing", "cooling"] }), submit("b")];
    const lab = await restarted(open, commands);
    const cool: Command<"claim"> = { name: "claim", capabilities: ["cooling"] };
    expect(await jobIn(lab, "a")).toMatchObject({ requires: ["cooling", "sequencing"] });
    expect(await idsClaimedIn(lab, cool, cool, claim)).toEqual(["b", null, "a"]);
  });

  test("[C4] [O5] a pause lasts, and ends when somebody resumes", async ({ open, file }) => {
    const lab = await restarted(open, [submit("a"), { name: "pause" }]);
    expect([lab.news.paused, await by(lab)(claim)]).toEqual([true, null]);
    await by(lab)({ name: "resume" });
    expect([lab.news.paused, await idsClaimedIn(lab, claim)]).toEqual([false, ["a"]]);
    const db = new Database(file, { readonly: true });
    const told = db
      .prepare("SELECT kind, actor, reason FROM event WHERE job IS NULL ORDER BY seq")
      .raw()
      .all();
    db.close();
    expect(told).toEqual([
      ["paused", "ada", "because"],
      ["resumed", "ada", null],
    ]);
  });

  test("[O1] a hold keeps its reason, in quarantine too, and outlasts the redrive", async ({ open }) => {
    const fails: Command = { name: "reportFailure", id: "a" };
    const lab = await restarted(open, [submit("a"), claim, fails, { name: "hold", id: "a" }], {
      maxFailures: 1,
    });
    const hold = { by: "ada", reason: "because" };
    expect(await jobIn(lab, "a")).toMatchObject({ state: "quarantined", hold });
    await by(lab)({ name: "redrive", id: "a" });
    expect(await jobIn(lab, "a")).toMatchObject({ state: "held", hold });
    expect([lab.news.counts.held, await by(lab)(claim)]).toEqual([1, null]);
    await by(lab)({ name: "unhold", id: "a" });
    expect(await jobIn(lab, "a")).toMatchObject({ state: "ready", hold: null });
  });

  test("[O2] a claim that was taken back is stale, and its next one is another", async ({ open }) => {
    const lab = await restarted(open, [submit("a"), claim, { name: "releaseClaim", id: "a" }]);
    expect(await by(lab)(claim)).toMatchObject({ id: "a", token: 2, attempt: 2 });
    expect(await jobIn(lab, "a")).toMatchObject({ failures: 0 });
  });

  test("[O3] what was done by hand stays marked, waits for nothing, and has freed its dependents", async ({
    open,
  }) => {
    const commands = [submit("a"), submit("b", { after: ["a"] }), submit("c", { after: ["b"] })];
    const lab = await restarted(open, [...commands, { name: "completeByHand", id: "b" }]);
    expect(await jobIn(lab, "b")).toMatchObject({ state: "completed", byHand: true, unmet: 0 });
    expect(await jobIn(lab, "c")).toMatchObject({ state: "ready" });
    // What it needed stands on its page, but counts no more (rule P1).
    const { prerequisites } = await lab.read({ name: "page", id: "b" });
    expect(prerequisites).toMatchObject([{ id: "a" }]);
    expect(await by(lab)({ name: "setPrerequisites", id: "a", after: ["c"] })).toBeNull();
  });

  test("[O4] what was cancelled stays so, with its dependents", async ({ open }) => {
    const commands = [submit("a"), submit("b", { after: ["a"] }), submit("c")];
    const lab = await restarted(open, [...commands, { name: "cancel", id: "a", withDependents: true }]);
    expect(lab.news.counts).toMatchObject({ cancelled: 2, ready: 1 });
    const { history } = await lab.read({ name: "page", id: "b" });
    expect(history[0]).toMatchObject({ kind: "cancelled", cause: "a", actor: "ada", reason: "because" });
  });

  test("[F5] a job that went to the tail stays behind those that came before it", async ({ open }) => {
    const fails: Command = { name: "reportFailure", id: "a" };
    const commands = [submit("a"), submit("b"), claim, fails];
    const lab = await restarted(open, commands, { retryPosition: "tail" });
    await by(lab)(submit("c"));
    expect(await idsClaimedIn(lab, claim, claim, claim)).toEqual(["b", "a", "c"]);
  });

  test("[F2] [S4] a job keeps its own terms", async ({ open }) => {
    const terms = { backoff: 100_000, backoffFactor: 1.5, backoffMax: 120_000, maxFailures: 4, jitter: 0.25 };
    const fails: Command = { name: "reportFailure", id: "a" };
    const lab = await restarted(open, [submit("a", terms), claim, fails]);
    const job = await jobIn(lab, "a");
    expect(job).toMatchObject({ state: "waiting", failures: 1, maxFailures: 4 });
    const left = job.state === "waiting" ? job.eligibleAt - Date.now() : 0;
    expect(left).toBeGreaterThan(70_000);
    expect(left).toBeLessThanOrEqual(100_000);
  });

  test("[S4] payload and labels are as they were given", async ({ open, file }) => {
    const payload = { volume: 12.5, wells: ["A1", "H12"], dry: null };
    const lab = await restarted(open, [submit("a", { payload, labels: ["plate-7", "µ"] })]);
    expect(await jobIn(lab, "a")).toMatchObject({ labels: ["plate-7", "µ"] });
    const db = new Database(file, { readonly: true });
    const stored = db.prepare("SELECT payload FROM job").pluck().get() as string;
    db.close();
    expect(JSON.parse(stored)).toEqual(payload);
  });

  test("[S4] how long a step takes and until when its sample can be used are stored with it", async ({
    open,
    file,
  }) => {
    await restarted(open, [submit("a", { expectedMs: 90_000, useBy: 0 }), submit("b")]);
    const db = new Database(file, { readonly: true });
    const stored = db.prepare("SELECT expected_ms, use_by FROM job ORDER BY key").raw().all();
    db.close();
    expect(stored).toEqual([
      [90_000, 0],
      [null, null],
    ]);
  });

  test("[L1] a claim keeps its lease, and a file its settings", async ({ open }) => {
    const given = { lease: 60_000, retryPosition: "tail", onExpiry: "retry", maxFailures: 5 } as const;
    const lab = await restarted(open, [submit("a"), claim], given);
    const job = await jobIn(lab, "a");
    const left = job.state === "claimed" && job.deadline !== null ? job.deadline - Date.now() : 0;
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(60_000);
    expect(lab.news.settings).toMatchObject(given);
    expect(await by(lab)({ name: "heartbeat", id: "a", token: 1 })).toBeGreaterThanOrEqual(60_000);
  });
});

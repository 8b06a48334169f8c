import { describe, expect } from "vitest";
import type { DurableLab, JobState } from "../../engine/index.ts";
import { by, test } from "./durable-test.ts";

/** Ten jobs in five states: `bad` failed itself and stopped two. */
async function fill(lab: DurableLab): Promise<void> {
  const give = by(lab);
  const submit = (id: string, ...after: string[]) => give({ name: "submit", id, backoff: 60_000, after });
  for (const id of ["bad", "slow", "done", "busy"]) await submit(id);
  for (let n = 0; n < 6; n += 1) await give({ name: "claim" });
  for (const id of ["bad", "slow"]) await give({ name: "reportFailure", id });
  await give({ name: "complete", id: "done" });
  await submit("ready_1", "done");
  await submit("Ready%2", "done");
  await submit("blocked", "busy", "slow", "done");
}

const idsIn = async (lab: DurableLab, ...states: JobState[]) =>
  (await lab.read({ name: "list", states, limit: 100 })).jobs.map(({ id }) => id);

describe("lists", () => {
  test("show the jobs of the asked states, in the order of the line", async ({ open }) => {
    const lab = await open({ maxFailures: 2 });
    await fill(lab);
    expect(await idsIn(lab, "ready")).toEqual(["ready_1", "Ready%2"]);
    expect(await idsIn(lab, "waiting")).toEqual(["bad", "slow"]);
    expect(await idsIn(lab, "claimed", "completed")).toEqual(["done", "busy"]);
    expect(await idsIn(lab, "blocked")).toEqual(["blocked"]);
    expect(await idsIn(lab, "held", "cancelled", "quarantined")).toEqual([]);
  });

  test.for([
    ["READY", ["ready_1", "Ready%2"]],
    ["y%", ["Ready%2"]],
    ["y_", ["ready_1"]],
    ["\\", []],
  ] as const)("find part of an id, %s, in any case and to the letter", async ([text, ids], { open }) => {
    const lab = await open({ maxFailures: 2 });
    await fill(lab);
    const { jobs } = await lab.read({ name: "list", text, limit: 100 });
    expect(jobs.map(({ id }) => id)).toEqual(ids);
  });

  test("come in pages that leave nothing out and show nothing twice", async ({ open }) => {
    const lab = await open();
    await by(lab)({
      name: "submitMany",
      jobs: Array.from({ length: 10 }, (_, n) => ({ id: `j${String(n)}`, backoff: 0 })),
    });
    const seen: string[] = [];
    for (let after: string | number | null = 0; after !== null;) {
      const page: { jobs: readonly { id: string }[]; next: string | null } = await lab.read({
        name: "list",
        after,
        limit: 3,
      });
      seen.push(...page.jobs.map(({ id }) => id));
      after = page.next;
    }
    expect(seen).toEqual(["j0", "j1", "j2", "j3", "j4", "j5", "j6", "j7", "j8", "j9"]);
  });

  test("[O1] [O4] know held and cancelled jobs, and a hold on a job that is blocked", async ({ open }) => {
    const lab = await open({ maxFailures: 2 });
    const give = by(lab);
    await fill(lab);
    for (const id of ["ready_1", "slow", "blocked"]) await give({ name: "hold", id }, "look first");
    await give({ name: "cancel", id: "Ready%2" });
    expect(await idsIn(lab, "held")).toEqual(["slow", "ready_1"]);
    expect(await idsIn(lab, "waiting", "ready", "cancelled")).toEqual(["bad", "Ready%2"]);
    expect(await lab.read({ name: "job", id: "blocked" })).toMatchObject({
      state: "blocked",
      hold: { by: "ada", reason: "look first" },
    });
    const { prerequisites } = await lab.read({ name: "page", id: "blocked" });
    expect(prerequisites.map(({ id, state }) => [id, state])).toEqual([
      ["busy", "claimed"],
      ["slow", "held"],
      ["done", "completed"],
    ]);
  });

  test("tell what a blocked job waits for, in the order given", async ({ open }) => {
    const lab = await open({ maxFailures: 2 });
    await fill(lab);
    expect(await lab.read({ name: "job", id: "blocked" })).toMatchObject({
      unmet: 2,
      waitsFor: ["busy", "slow"],
    });
  });
});

describe("a job's history", () => {
  test("[D4] tells everything that was done to it, by whom and with what result", async ({ open }) => {
    const lab = await open({ maxFailures: 1 });
    const give = by(lab);
    await give({ name: "submit", id: "a", backoff: 0, priority: 1 });
    await give({ name: "submit", id: "b", backoff: 0 });
    await give({ name: "setPriority", id: "a", priority: 4 });
    await give({ name: "hold", id: "a" });
    await give({ name: "unhold", id: "a" });
    await give({ name: "claim" });
    await give({ name: "releaseClaim", id: "a" }, "arm stuck");
    await give({ name: "claim" });
    await give({ name: "reportFailure", id: "a" });
    await give({ name: "setPrerequisites", id: "b", after: ["a"] });
    await give({ name: "completeByHand", id: "a" }, "by pipette");
    const told = async (id: string) =>
      (await lab.read({ name: "page", id })).history
        .map(({ kind, attempt, priority, cause, after, reason }) => {
          return [kind, attempt, priority, cause, after, reason];
        })
        .reverse();
    expect(await told("a")).toEqual([
      ["submitted", null, 1, null, [], null],
      ["priority", null, 4, null, null, null],
      ["held", null, null, null, null, null],
      ["unheld", null, null, null, null, null],
      ["claimed", 1, null, null, null, null],
      ["takenBack", 1, null, null, null, "arm stuck"],
      ["claimed", 2, null, null, null, null],
      ["failed", 2, null, null, null, null],
      ["quarantined", null, null, null, null, null],
      ["completedByHand", null, null, null, null, "by pipette"],
    ]);
    expect(await told("b")).toEqual([
      ["submitted", null, 0, null, [], null],
      ["prerequisites", null, null, null, ["a"], null],
      ["quarantined", null, null, "a", null, null],
      ["released", null, null, "a", null, "by pipette"],
    ]);
  });
});

describe("the quarantine", () => {
  test("[Q1] shows each job that failed itself with the tree that it stopped, a job with two parents once", async ({
    open,
  }) => {
    const lab = await open({ maxFailures: 1 });
    const give = by(lab);
    const submit = (id: string, ...after: string[]) => give({ name: "submit", id, backoff: 0, after });
    await submit("a");
    await submit("b");
    await submit("a1", "a");
    await submit("a2", "a");
    await submit("a11", "a1", "a2", "b");
    for (const id of ["a", "b"]) {
      await give({ name: "claim" });
      await give({ name: "reportFailure", id }, `${id} jammed`);
    }
    const { entries, entriesTotal } = await lab.read({ name: "quarantine" });
    expect(entriesTotal).toBe(2);
    expect(entries.map(({ job, stoppedTotal }) => [job.id, job.lastReason, stoppedTotal])).toEqual([
      ["a", "a jammed", 3],
      ["b", "b jammed", 1],
    ]);
    expect(entries[0]?.stopped).toEqual([
      { id: "a1", depth: 1, parent: "a", failedItself: false, alsoNeeds: [] },
      { id: "a11", depth: 2, parent: "a1", failedItself: false, alsoNeeds: ["a2", "b"] },
      { id: "a2", depth: 1, parent: "a", failedItself: false, alsoNeeds: [] },
    ]);
  });

  test("is cut where it is too long, and counts to a thousand", async ({ open }) => {
    const lab = await open({ maxFailures: 1 });
    const give = by(lab);
    const chain = Array.from({ length: 1_200 }, (_, n) => ({
      id: `j${String(n)}`,
      backoff: 0,
      after: n === 0 ? [] : [`j${String(n - 1)}`],
    }));
    await give({ name: "submitMany", jobs: chain });
    await give({ name: "claim" });
    await give({ name: "reportFailure", id: "j0" });
    const { entries } = await lab.read({ name: "quarantine" });
    expect(entries.map(({ stopped, stoppedTotal }) => [stopped.length, stoppedTotal])).toEqual([
      [500, 1_000],
    ]);
  });
});

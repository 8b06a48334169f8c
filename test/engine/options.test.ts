import { describe, expect, test } from "vitest";
import { LabDispatcher, type Change, type JobOptions } from "../../engine/index.ts";
import { claimAll, claimJob, codeOf, failJob, newLab, refusalOf } from "../factories.ts";

describe("S4: options of a submission", () => {
  test("[S4] without options a job has priority 0, requires nothing, may start at once and keeps its backoff", () => {
    const lab = newLab();
    lab.submit("a", 5, 3);
    expect(lab.inner.jobs.get("a")).toMatchObject({
      priority: 0,
      eligibleAt: 3,
      terms: {
        requires: [],
        maxFailures: undefined,
        backoffFactor: 1,
        backoffMax: undefined,
        jitter: 0,
        onExpiry: undefined,
      },
    });
  });

  test("[S4] an option that is given says nothing about the others", () => {
    const [plain, given] = [newLab(), newLab()];
    plain.submit("a", 5, 3);
    given.submit("a", 5, 3, null, { maxFailures: 7 });
    const { terms, ...facts } = given.inner.jobs.get("a")!;
    expect([facts, terms]).toMatchObject([
      { priority: 0, eligibleAt: 3, position: 1 },
      { ...plain.inner.jobs.get("a")!.terms, maxFailures: 7 },
    ]);
  });

  test.each<[string, JobOptions]>([
    ["a factor below 1", { backoffFactor: 0.99 }],
    ["a factor without end", { backoffFactor: Infinity }],
    ["a jitter below 0", { jitter: -0.01 }],
    ["a jitter above 1", { jitter: 1.01 }],
    ["a limit of no failure", { maxFailures: 0 }],
    ["a payload that JSON can't hold", { payload: 1n }],
    ["a capability without a name", { requires: "" }],
  ])("[S4] %s is refused", (_what, options) => {
    expect(codeOf(() => newLab().submit("a", 1, 0, null, options))).toBe("INVALID_ARGUMENT");
  });

  test("[S4] the bounds themselves are taken", () => {
    const lab = newLab();
    lab.submit("a", 1, 0, null, { backoffFactor: 1, jitter: 0, maxFailures: 1, backoffMax: 0, notBefore: 0 });
    lab.submit("b", 1, 0, null, { backoffFactor: Number.MAX_VALUE, jitter: 1, backoffMax: 315_360_000_000 });
    expect(lab.counts.ready).toBe(2);
  });

  test("[S4] one capability may be given as a word", () => {
    const lab = newLab();
    lab.submit("a", 1, 0, null, { requires: "x" });
    expect(lab.inner.jobs.get("a")?.terms.requires).toEqual(["x"]);
  });

  test("[S4] a job of higher priority goes first, one of a negative priority last", () => {
    const lab = newLab();
    lab.submit("low", 1, 0, null, { priority: -1 });
    lab.submit("plain", 1, 0);
    lab.submit("high", 1, 0, null, { priority: 1 });
    expect(claimAll(lab)).toEqual(["high", "plain", "low"]);
  });

  test("[S4] a job is given only to robots that have what it requires", () => {
    const lab = newLab();
    lab.submit("a", 1, 0, null, { requires: ["x", "y"] });
    expect([lab.claim(0, { capabilities: ["x"] }), lab.claim(0, { capabilities: ["y", "x"] })?.id]).toEqual([
      undefined,
      "a",
    ]);
  });

  test("[S4] a job waits for its earliest start", () => {
    const lab = newLab();
    lab.submit("a", 1, 2, null, { notBefore: 9 });
    expect([lab.state("a"), claimAll(lab, 8), claimAll(lab, 9)]).toEqual(["waiting", [], ["a"]]);
  });

  test("[S4] an earliest start that is past counts as now", () => {
    const lab = newLab();
    lab.submit("a", 1, 5, null, { notBefore: 2 });
    expect([lab.state("a"), lab.inner.jobs.get("a")?.eligibleAt]).toEqual(["ready", 5]);
  });

  test("[S4] an earliest start says nothing about the retries", () => {
    const lab = newLab();
    lab.submit("a", 1, 0, null, { notBefore: 9 });
    failJob(lab, "a", 9);
    expect(lab.nextEventAt).toBe(10);
  });

  test("[S4] jobs whose start has come go in the order of their submission, not of their starts", () => {
    const lab = newLab();
    lab.submit("a", 1, 0, null, { notBefore: 9 });
    lab.submit("b", 1, 0, null, { notBefore: 4 });
    lab.submit("c", 1, 0, null, { notBefore: 7 });
    expect(claimAll(lab, 9)).toEqual(["a", "b", "c"]);
  });

  test.each([
    [1, 3],
    [3, 1],
  ])("[S4] a job's own maxFailures of %i counts, not the dispatcher's %i", (own, labs) => {
    const lab = newLab(labs);
    lab.submit("a", 0, 0, null, { maxFailures: own });
    for (let times = 1; times < own; times += 1) failJob(lab, "a");
    const before = lab.state("a");
    failJob(lab, "a");
    expect([before, lab.state("a")]).toEqual(["ready", "quarantined"]);
  });

  test("[S4] factor, cap and jitter shape the backoff together", () => {
    const lab = newLab(9, { random: () => 0.5 });
    lab.submit("a", 10, 0, null, { backoffFactor: 4, backoffMax: 100, jitter: 0.2 });
    const starts = [0, 1, 2].map(() => {
      claimJob(lab, "a", lab.inner.jobs.get("a")?.eligibleAt);
      lab.reportFailure("a", lab.clock);
      return lab.inner.jobs.get("a")!.eligibleAt - lab.clock;
    });
    expect(starts).toEqual([9, 36, 90]);
  });

  test("[S4] a job may say itself what an expired lease leads to", () => {
    const lab = newLab(2, { lease: 1 });
    lab.submit("a", 0, 0, null, { onExpiry: "inspect" });
    lab.claim(0);
    expect(lab.status("a", 1)).toBe("held");
  });

  test("[S4] the payload and the labels are told with the submission, null and none if absent", () => {
    const told: unknown[] = [];
    const onChange = (change: Change) => {
      if (change.kind === "submitted") told.push([change.job.id, change.payload, change.labels]);
    };
    const lab = new LabDispatcher({ maxFailures: 1, onChange });
    lab.submit("a", 1, 0, null, {
      payload: { plate: [7, null] },
      labels: ["plate-7", "sample 1", "plate-7"],
    });
    lab.submitMany([{ id: "b", backoff: 1, payload: false, labels: [] }], 0);
    lab.submit("c", 1, 0);
    expect(told).toEqual([
      ["a", { plate: [7, null] }, ["plate-7", "sample 1"]],
      ["b", false, []],
      ["c", null, []],
    ]);
  });

  test("[S4] how long the step takes and until when the sample can be used are told with the submission", () => {
    const told: unknown[] = [];
    const onChange = (change: Change) => {
      if (change.kind === "submitted") told.push([change.job.id, change.expectedMs, change.useBy]);
    };
    const lab = new LabDispatcher({ maxFailures: 1, onChange });
    lab.submit("a", 1, 0, null, { expectedMs: 90_000, useBy: 0 });
    lab.submitMany([{ id: "b", backoff: 1, expectedMs: 0, useBy: 7 }], 0);
    lab.submit("c", 1, 0);
    expect(told).toEqual([
      ["a", 90_000, 0],
      ["b", 0, 7],
      ["c", undefined, undefined],
    ]);
  });

  test("[S4] every option can be given in a bulk submission, too", () => {
    const one = newLab();
    const many = newLab();
    const options = {
      priority: 3,
      requires: ["y", "x", "y"],
      station: "robot-2",
      notBefore: 7,
      maxFailures: 4,
      backoffFactor: 1.5,
      backoffMax: 99,
      jitter: 0.25,
      onExpiry: "inspect",
      payload: {},
      labels: ["l"],
    } as const;
    one.submit("a", 1, 0, [], options);
    many.submitMany([{ id: "a", backoff: 1, ...options }], 0);
    expect(many.inner.jobs.get("a")).toEqual(one.inner.jobs.get("a"));
  });
});

test.each([
  ["nested too deep", JSON.parse("[".repeat(600) + "]".repeat(600)) as unknown],
  ["no number", { volume: Number.NaN }],
  ["a function", { run: () => 1 }],
  ["a date", { at: new Date(0) }],
])("[S4] a payload that JSON can't hold is refused: %s", (_, payload) => {
  expect(refusalOf(() => newLab().submit("a", 1, 0, null, { payload }))?.field).toBe("payload");
});

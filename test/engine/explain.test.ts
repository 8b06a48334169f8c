import { describe, expect, test } from "vitest";
import type { LabDispatcher } from "../../engine/index.ts";
import { claimJob, codeOf, completeJob, failJob, labWith, labWithRoots, newLab } from "../factories.ts";

const NOW = 5;

/** A lab in which `change` has been made of one job, `a`. */
const labAfter = (change: (lab: LabDispatcher) => unknown, maxFailures = 1) => {
  const lab = labWith({ a: [] }, { maxFailures, backoff: 20 });
  change(lab);
  return lab;
};

const requiring =
  (requires: string[], paused = false) =>
  () => {
    const lab = newLab();
    lab.submit("a", 1, 0, null, { requires });
    if (paused) lab.pause(0);
    return lab;
  };

const manyRoots = (...ids: string[]) =>
  labWithRoots({ ...Object.fromEntries(ids.map((id) => [id, []])), a: ids }, ids);

const offered = ["x", "z"];

const ready = { state: "ready", paused: false, requires: [], station: null, missing: [], isNext: true };

const explanations: readonly (readonly [sentence: string, newLabFor: () => LabDispatcher, facts: object])[] =
  [
    [
      "a is completed.",
      () => labAfter((lab) => completeJob(lab, "a")),
      { state: "completed", byHand: false },
    ],
    [
      "a was completed by hand.",
      () => labAfter((lab) => lab.completeByHand("a", 0)),
      { state: "completed", byHand: true },
    ],
    ["a is cancelled and will not run.", () => labAfter((lab) => lab.cancel("a", 0)), { state: "cancelled" }],
    [
      "a is running: attempt 1.",
      () => labAfter((lab) => lab.claim(0)),
      { state: "claimed", attempt: 1, deadline: null },
    ],
    [
      "a is running: attempt 2, claimed until 30.",
      () =>
        labAfter((lab) => {
          lab.claim(0);
          lab.releaseClaim("a", 0);
          lab.claim(0, { lease: 30 });
        }),
      { state: "claimed", attempt: 2, deadline: 30 },
    ],
    [
      "a is in quarantine after 1 failure.",
      () => labAfter((lab) => failJob(lab, "a")),
      { state: "quarantined", failedItself: true, failures: 1, causes: ["a"] },
    ],
    [
      "a is in quarantine after 2 failures.",
      twiceFailed,
      { state: "quarantined", failedItself: true, failures: 2, causes: ["a"] },
    ],
    [
      "a is in quarantine because of r, which is in quarantine.",
      () => manyRoots("r"),
      { state: "quarantined", failedItself: false, failures: 0, causes: ["r"] },
    ],
    [
      "a is in quarantine because of r and s, which are in quarantine.",
      () => manyRoots("r", "s"),
      { state: "quarantined", failedItself: false, failures: 0, causes: ["r", "s"] },
    ],
    [
      "a is in quarantine because of r, s, t and 2 more, which are in quarantine.",
      () => manyRoots("r", "s", "t", "u", "v"),
      { state: "quarantined", failedItself: false, failures: 0, causes: ["r", "s", "t", "u", "v"] },
    ],
    [
      "a is in quarantine after 1 failure, and behind r, which is in quarantine.",
      () => labWithRoots({ r: [], a: ["r"] }, ["a", "r"]),
      { state: "quarantined", failedItself: true, failures: 1, causes: ["a", "r"] },
    ],
    [
      "a waits for b (ready).",
      () => labWith({ b: [], a: ["b"] }),
      { state: "blocked", waitsFor: [{ id: "b", state: "ready" }] },
    ],
    [
      "a waits for b (running), c (held) and d (blocked).",
      () => {
        const lab = labWith({ done: [], b: [], c: [], d: ["c"], a: ["done", "b", "c", "d"] });
        completeJob(lab, "done");
        claimJob(lab, "b");
        lab.hold("c", 0);
        return lab;
      },
      {
        state: "blocked",
        waitsFor: [
          { id: "b", state: "claimed" },
          { id: "c", state: "held" },
          { id: "d", state: "blocked" },
        ],
      },
    ],
    [
      "a is held until somebody lets it go.",
      () => labAfter((lab) => lab.hold("a", 0)),
      { state: "held", hold: { by: null, reason: null } },
    ],
    [
      "a is held by kim until somebody lets it go: empty tips.",
      () => labAfter((lab) => lab.hold("a", 0, { actor: "kim", reason: "empty tips" })),
      { state: "held", hold: { by: "kim", reason: "empty tips" } },
    ],
    [
      "a is held until somebody lets it go: Look first!",
      () => labAfter((lab) => lab.hold("a", 0, { reason: "Look first!" })),
      { state: "held", hold: { by: null, reason: "Look first!" } },
    ],
    [
      "a may not start before 9.",
      () => {
        const lab = newLab();
        lab.submit("a", 1, 0, null, { notBefore: 9 });
        return lab;
      },
      { state: "waiting", until: 9, by: "wall", failures: 0 },
    ],
    [
      "a waits until 20, after 1 failure.",
      () => labAfter((lab) => failJob(lab, "a"), 2),
      { state: "waiting", until: 20, by: "running", failures: 1 },
    ],
    ["a is ready and goes to the next robot.", () => labWith({ a: [] }), ready],
    [
      "a is ready: it waits for its turn with a robot.",
      () => labWith({ first: [], a: [] }),
      { ...ready, isNext: false },
    ],
    [
      "a is ready, but nothing is handed out while the dispatcher is paused.",
      () => labAfter((lab) => lab.pause(0)),
      { ...ready, paused: true },
    ],
    [
      "a is ready and goes to the next robot that offers x and z.",
      requiring(["z", "x"]),
      { ...ready, requires: ["x", "z"] },
    ],
    [
      "a is ready, but no station offers y.",
      requiring(["x", "y"]),
      { ...ready, requires: ["x", "y"], missing: ["y"] },
    ],
    [
      "a is ready, but nothing is handed out while the dispatcher is paused. No station offers y.",
      requiring(["y"], true),
      { ...ready, requires: ["y"], missing: ["y"], paused: true },
    ],
  ];

function twiceFailed(): LabDispatcher {
  const lab = labWith({ a: [] }, { maxFailures: 2, backoff: 0 });
  failJob(lab, "a");
  failJob(lab, "a");
  return lab;
}

describe("O6: why isn't it running?", () => {
  test.each(explanations)("[O6] %s", (sentence, newLabFor, facts) => {
    expect(newLabFor().explain("a", NOW, offered)).toEqual({ id: "a", sentence, ...facts });
  });

  test("[O6] where it isn't known what stations offer, nothing is said to be missing", () => {
    expect(requiring(["y"])().explain("a", NOW)).toMatchObject({
      missing: [],
      sentence: "a is ready and goes to the next robot that offers y.",
    });
  });

  test("[O6] it is told as of the time given: leases that are over by then have expired", () => {
    const lab = labWith({ a: [] }, { lease: 3 });
    lab.claim(0);
    expect(lab.explain("a", 3).state).toBe("quarantined");
  });

  test("[O6] an unknown job is refused", () => {
    expect(codeOf(() => newLab().explain("ghost", 0))).toBe("UNKNOWN_JOB");
  });
});

test("[O6] it also tells who holds a job that waits for another, and what no station offers", () => {
  const lab = labWith({ p: [] });
  lab.submit("a", 1, 0, ["p"], { requires: "x" });
  lab.hold("a", 0, { actor: "Ann", reason: "cracked plate  " });
  const { sentence, alsoHeld, alsoMissing } = lab.explain("a", 0, ["z"]);
  expect([sentence, alsoHeld, alsoMissing]).toEqual([
    "a waits for p (ready). It is also held by Ann until somebody lets it go: cracked plate. No station offers x.",
    { by: "Ann", reason: "cracked plate" },
    ["x"],
  ]);
});

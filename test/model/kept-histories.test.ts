/**
 * Histories worth keeping: those that once told the dispatcher from the model, and some in which several rules meet.
 * Each is played on both. To keep another one, copy the calls that a failed run of `dispatcher.test.ts` prints.
 */

import { expect, test } from "vitest";
import type { Command, JobOptions } from "../../engine/index.ts";
import type { LabSettings } from "./model-job.ts";
import { SideBySide } from "./side-by-side.ts";

/** `gives`: what the rules say, where it is the point. */
type KeptCall = readonly [now: number, command: Command, gives?: unknown];

interface KeptHistory {
  readonly settings: LabSettings;
  readonly calls: readonly KeptCall[];
}

const submit = (
  id: string,
  after: readonly string[] = [],
  options: JobOptions & { backoff?: number } = {},
): Command => ({
  name: "submit",
  backoff: 0,
  ...options,
  id,
  after,
});

const claim: Command = { name: "claim", capabilities: null };

const fails = (id: string): Command => ({ name: "reportFailure", id });

const quarantined: Command = { name: "quarantined" };

/** Claims as many jobs as are named, at 0; they come in this order. */
const claimed = (...ids: readonly string[]): KeptCall[] =>
  ids.map((id) => [0, claim, expect.objectContaining({ id })]);

const kept: Readonly<Record<string, KeptHistory>> = {
  "[T2] leases that are over at one instant expire in the order they were claimed, heartbeats or not": {
    settings: { maxFailures: 1, lease: 5 },
    calls: [
      [0, submit("a", [], { priority: -1 })],
      [0, submit("b")],
      [0, claim],
      [0, claim],
      [0, { name: "heartbeat", id: "b" }, 5],
      [9, { name: "status", id: "a" }, "quarantined"],
      [9, quarantined, ["b", "a"]],
    ],
  },
  "[T2] [Q1] the earliest deadline goes first, whoever claimed first, and each takes its cascade along": {
    settings: { maxFailures: 1 },
    calls: [
      [0, submit("a")],
      [0, submit("b")],
      [0, submit("after-a", ["a"])],
      [0, submit("after-both", ["a", "b"])],
      [0, { name: "claim", lease: 8 }],
      [0, { name: "claim", lease: 7 }],
      [10, { name: "hold", id: "ghost" }],
      [10, quarantined, ["b", "after-both", "a", "after-a"]],
      [10, { name: "causes", id: "after-both" }, ["b", "a"]],
    ],
  },
  "[L3] [F5] [L6] an expiry counts its backoff from the deadline, goes to the tail, and holds the job": {
    settings: { maxFailures: 3, lease: 5, retryPosition: "tail", onExpiry: "inspect" },
    calls: [
      [0, submit("a", [], { backoff: 4 })],
      [0, submit("b", [], { onExpiry: "retry" })],
      [0, claim],
      [8, { name: "status", id: "a" }, "held"],
      [8, { name: "unhold", id: "a" }],
      [8, { name: "status", id: "a" }, "waiting"],
      [9, claim, { id: "b", token: 2, attempt: 1, deadline: 14 }],
      [14, claim, { id: "a", token: 3, attempt: 2, deadline: 19 }],
      [14, claim, { id: "b", token: 4, attempt: 2, deadline: 19 }],
    ],
  },
  "[L4] a lease of 0 is over for any later call of the same instant, the preview of one included": {
    settings: { maxFailures: 2, lease: 0 },
    calls: [
      [3, submit("a", [], { backoff: 1 })],
      [3, claim, { id: "a", token: 1, attempt: 1, deadline: 3 }],
      [3, quarantined, []],
      [3, { name: "preview", command: { name: "releaseClaim", id: "a" } }],
      [3, { name: "status", id: "a" }, "waiting"],
    ],
  },
  "[L1] [F2] a deadline beyond what a number holds is the last one that it does, an overflow the cap": {
    settings: { maxFailures: 4 },
    calls: [
      [7, submit("a", [], { backoff: 3, backoffFactor: 1e200, jitter: 1 })],
      [7, { name: "claim", lease: Number.MAX_SAFE_INTEGER }],
      [8, { name: "heartbeat", id: "a" }, Number.MAX_SAFE_INTEGER],
      [9, fails("a")],
      [12, claim],
      [12, fails("a"), "waiting"],
      [315_360_000_012, claim],
      [315_360_000_012, fails("a"), "waiting"],
    ],
  },
  "[R4] redriveMany finds the order that lets each be redriven": {
    settings: { maxFailures: 1 },
    calls: [
      [0, submit("a")],
      [0, submit("b")],
      [0, submit("c", ["a", "b"])],
      ...claimed("a", "b"),
      [0, fails("b")],
      [0, fails("a")],
      // Now b, which came first, needs a.
      [0, { name: "setPrerequisites", id: "b", after: ["a"] }],
      [0, { name: "redriveMany", ids: ["c", "b"] }],
      [0, quarantined, ["b", "c", "a"]],
      [0, { name: "preview", command: { name: "redriveMany", ids: ["c", "b", "a", "b"] } }],
      [0, { name: "redriveMany", ids: ["c", "b", "a", "b"] }, ["a", "b", "c"]],
    ],
  },
  "[O4] a cancel goes through jobs in quarantine, claims and holds, but not through what is completed": {
    settings: { maxFailures: 1 },
    calls: [
      [0, submit("a")],
      [0, submit("b", ["a"])],
      [0, submit("c", ["b"])],
      [0, submit("beyond", ["c"])],
      [0, submit("d", ["a"])],
      ...claimed("a"),
      [0, fails("a")],
      [0, { name: "completeByHand", id: "c" }],
      [0, { name: "hold", id: "d" }],
      ...claimed("beyond"),
      [0, { name: "cancel", id: "a" }],
      [0, { name: "preview", command: { name: "cancel", id: "a", withDependents: true } }],
      [0, { name: "cancel", id: "a", withDependents: true }, ["a", "b", "d"]],
      [0, { name: "complete", id: "beyond" }, null],
    ],
  },
  "[O3] completing a root by hand lets go what only it kept in quarantine": {
    settings: { maxFailures: 1 },
    calls: [
      [0, submit("a")],
      [0, submit("x")],
      [0, submit("b", ["a"])],
      [0, submit("c", ["a", "x"])],
      [0, submit("d", ["b"])],
      ...claimed("a", "x"),
      [0, fails("x")],
      [0, fails("a")],
      [0, { name: "preview", command: { name: "completeByHand", id: "a" } }],
      [0, { name: "completeByHand", id: "a" }, null],
      [0, quarantined, ["x", "c"]],
      ...claimed("b"),
    ],
  },
  "[P2] prerequisites in quarantine take an open job there, others let it go with its dependents": {
    settings: { maxFailures: 1 },
    calls: [
      [0, submit("a")],
      [0, submit("b")],
      [0, submit("c", ["b"])],
      ...claimed("a"),
      [0, fails("a")],
      [0, { name: "preview", command: { name: "setPrerequisites", id: "b", after: ["a"] } }],
      [0, { name: "setPrerequisites", id: "b", after: ["a"] }],
      [0, quarantined, ["a", "b", "c"]],
      [0, { name: "preview", command: { name: "setPrerequisites", id: "b" } }],
      [0, { name: "setPrerequisites", id: "b" }],
      [0, quarantined, ["a"]],
    ],
  },
  "[O7] what stays behind an edit is not kept by what the job no longer needs": {
    settings: { maxFailures: 1 },
    calls: [
      [0, submit("old")],
      [0, submit("other")],
      [0, submit("edited", ["old"])],
      [0, submit("behind", ["edited", "other"])],
      ...claimed("old", "other"),
      [0, fails("old")],
      [0, fails("other")],
      [0, { name: "preview", command: { name: "setPrerequisites", id: "edited", after: [] } }],
    ],
  },
  "[O7] what stays behind a job done by hand is not kept by what that job needed": {
    settings: { maxFailures: 1 },
    calls: [
      [0, submit("first")],
      [0, submit("other")],
      [0, submit("done", ["first"])],
      [0, submit("behind", ["done", "other"])],
      ...claimed("first", "other"),
      [0, fails("first")],
      [0, fails("other")],
      [0, { name: "preview", command: { name: "completeByHand", id: "done" } }],
    ],
  },
  "[T1] a preview of nothing at all is a bad argument": {
    settings: { maxFailures: 1 },
    calls: [[0, { name: "preview", command: null } as unknown as Command]],
  },
  "[T1] a preview is asked for a whole number of jobs": {
    settings: { maxFailures: 1 },
    calls: [
      [0, { name: "preview", command: { name: "pause" }, most: 1.5 }],
      [0, { name: "preview", command: { name: "pause" }, most: -1 }],
    ],
  },
};

test.for(Object.entries(kept))("%s", ([, { settings, calls }]) => {
  const both = new SideBySide(settings);
  for (const [now, command, gives] of calls) {
    const outcome = both.call(command, now);
    if (gives !== undefined) expect(outcome).toEqual({ ok: gives });
  }
});

import { describe, expect, test } from "vitest";
import { checkInvariants } from "../../engine/index.ts";
import {
  claimAll,
  codeOf,
  failJob,
  labOfEveryPhase,
  labWith,
  newLab,
  refusalOf,
  refusalsByPhase,
} from "../factories.ts";

describe("O4: cancel", () => {
  test("[O4] it is refused for what is unknown or final, and for nothing else", () => {
    const lab = labOfEveryPhase();
    expect(refusalsByPhase((id) => lab.cancel(id, 0))).toEqual({
      ghost: "UNKNOWN_JOB",
      claimed: undefined,
      completed: "JOB_FINISHED",
      cancelled: "JOB_FINISHED",
      quarantined: undefined,
      open: undefined,
    });
  });

  test("[O4] while a job depends on it, that is refused, and the dependents are named", () => {
    const lab = labWith({ a: [], c: ["a"], b: ["a"], deep: ["b"] });
    const refusal = refusalOf(() => lab.cancel("a", 0));
    expect([refusal?.code, refusal?.ids, lab.state("a")]).toEqual(["HAS_DEPENDENTS", ["c", "b"], "ready"]);
  });

  test.each([
    [3, "d1, d2 and d3 can't start without a"],
    [5, "d1, d2, d3 and 2 more can't start without a"],
  ])("[O4] of %i dependents the refusal tells three, and how many more", (many, words) => {
    const lab = labWith({ a: [] });
    for (let n = 1; n <= many; n += 1) lab.submit(`d${n}`, 1, 0, ["a"]);
    expect(refusalOf(() => lab.cancel("a", 0))?.message).toContain(words);
  });

  test("[O4] a flag that is false counts as not set", () => {
    const lab = labWith({ a: [], b: ["a"] });
    expect(codeOf(() => lab.cancel("a", 0, { withDependents: false }))).toBe("HAS_DEPENDENTS");
  });

  test("[O4] dependents that are final don't count", () => {
    const lab = labWith({ a: [], done: ["a"], gone: ["a"] });
    lab.completeByHand("done", 0);
    lab.cancel("gone", 0);
    expect(lab.cancel("a", 0)).toEqual(["a"]);
  });

  test("[O4] with its dependents, all of them are cancelled breadth first, and the call gives them in that order", () => {
    const lab = labWith({ a: [], c: ["a"], b: ["a"], deep: ["b"], c2: ["c"], other: [] });
    expect([lab.cancel("a", 0, { withDependents: true }), claimAll(lab)]).toEqual([
      ["a", "c", "b", "c2", "deep"],
      ["other"],
    ]);
  });

  test("[O4] the walk ends at jobs that are final", () => {
    const lab = labWith({ a: [], b: ["a"], c: ["b"] });
    lab.completeByHand("b", 0);
    expect([lab.cancel("a", 0, { withDependents: true }), lab.state("c")]).toEqual([["a"], "ready"]);
  });

  test("[O4] quarantined, held and waiting dependents are cancelled too, and the quarantine forgets them", () => {
    const lab = labWith({ a: [], b: ["a"], c: ["b"] });
    lab.hold("c", 0);
    failJob(lab, "a");
    const cancelled = lab.cancel("a", 0, { withDependents: true });
    expect([cancelled, lab.quarantined(), checkInvariants(lab)]).toEqual([["a", "b", "c"], [], []]);
  });

  test("[O4] a claimed job is cancelled, and its robot hears that it isn't claimed", () => {
    const lab = labWith({ a: [] }, { lease: 5 });
    lab.claim(0);
    lab.cancel("a", 0);
    expect([codeOf(() => lab.complete("a", 0, 1)), lab.status("a", 99)]).toEqual([
      "NOT_CLAIMED",
      "cancelled",
    ]);
  });

  test("[O4] nothing can need a cancelled job any more", () => {
    const lab = labWith({ a: [], b: [] });
    lab.cancel("a", 0);
    expect([
      codeOf(() => lab.submit("n", 1, 0, ["a"])),
      codeOf(() => lab.setPrerequisites("b", ["a"], 0)),
    ]).toEqual(["PREREQUISITE_CANCELLED", "PREREQUISITE_CANCELLED"]);
  });
});

describe("O5: pause and resume", () => {
  test("[O5] the dispatcher tells whether it is paused, and repeats are fine", () => {
    const lab = newLab();
    const seen = [lab.paused];
    for (const call of ["pause", "pause", "resume", "resume"] as const) {
      lab[call](0);
      seen.push(lab.paused);
    }
    expect(seen).toEqual([false, true, true, false, false]);
  });

  test("[O5] every other call goes on while it is paused", () => {
    const lab = labWith({ a: [], bad: [] });
    failJob(lab, "bad");
    lab.pause(0);
    lab.submit("b", 1, 0);
    lab.redrive("bad", 0);
    lab.cancel("b", 0);
    expect(["bad", "b"].map((id) => lab.state(id))).toEqual(["ready", "cancelled"]);
  });
});

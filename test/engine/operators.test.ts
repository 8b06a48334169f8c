import { describe, expect, test } from "vitest";
import { checkInvariants } from "../../engine/index.ts";
import {
  claimAll,
  codeOf,
  completeJob,
  factsOf,
  failJob,
  labOfEveryPhase,
  labWith,
  labWithRoots,
  newLab,
  refusalsByPhase,
} from "../factories.ts";

describe("O1: priority and hold", () => {
  test.each(["setPriority", "hold", "unhold"] as const)(
    "[O1] %s is refused for what is unknown, claimed or final, and for nothing else",
    (name) => {
      const lab = labOfEveryPhase();
      expect(refusalsByPhase((id) => lab.operate({ name, id, priority: 1 }, 0))).toEqual({
        ghost: "UNKNOWN_JOB",
        claimed: "JOB_CLAIMED",
        completed: "JOB_FINISHED",
        cancelled: "JOB_FINISHED",
        quarantined: undefined,
        open: undefined,
      });
    },
  );

  test("[O1] a priority that is set counts from then on, up and down", () => {
    const lab = labWith({ a: [], b: [], c: [] });
    lab.setPriority("c", 1, 0);
    lab.setPriority("a", -1, 0);
    expect(claimAll(lab)).toEqual(["c", "b", "a"]);
  });

  test("[O1] a priority that is set on a blocked, waiting or quarantined job counts once it is ready", () => {
    const lab = labWith({ bad: [], first: [], second: ["first"], last: ["first"] });
    lab.submit("later", 1, 0, null, { notBefore: 5 });
    failJob(lab, "bad");
    for (const [id, priority] of Object.entries({ bad: 1, last: 2, later: 3 }))
      lab.setPriority(id, priority, 0);
    completeJob(lab, "first");
    lab.redrive("bad", 5);
    expect(claimAll(lab)).toEqual(["later", "last", "bad", "second"]);
  });

  test("[O1] a held job isn't handed out until it is let go, and then goes to its place", () => {
    const lab = labWith({ a: [], b: [] });
    lab.hold("a", 0);
    const [state, id] = [lab.state("a"), lab.claim(0)?.id];
    lab.unhold("a", 0);
    expect([state, id, claimAll(lab)]).toEqual(["held", "b", ["a"]]);
  });

  test("[O1] a blocked job is shown as blocked though it is held, and as held once it isn't blocked", () => {
    const lab = labWith({ a: [], b: ["a"] });
    lab.hold("b", 0);
    const before = lab.state("b");
    completeJob(lab, "a");
    expect([before, lab.state("b"), claimAll(lab)]).toEqual(["blocked", "held", []]);
  });

  test("[O1] a hold outlasts the time that the job waits for", () => {
    const lab = newLab();
    lab.submit("a", 1, 0, null, { notBefore: 5 });
    lab.hold("a", 0);
    expect([lab.status("a", 5), claimAll(lab)]).toEqual(["held", []]);
  });

  test("[O1] a job that is let go before its time waits for the rest of it", () => {
    const lab = newLab();
    lab.submit("a", 1, 0, null, { notBefore: 5 });
    lab.hold("a", 0);
    lab.unhold("a", 1);
    expect([lab.state("a"), lab.status("a", 5)]).toEqual(["waiting", "ready"]);
  });

  test("[O1] a quarantined job can be held; the hold outlasts the redrive", () => {
    const lab = labWith({ a: [] });
    failJob(lab, "a");
    lab.hold("a", 0);
    const before = lab.state("a");
    lab.redrive("a", 0);
    expect([before, lab.state("a")]).toEqual(["quarantined", "held"]);
  });

  test("[O1] repeats are fine and change nothing", () => {
    const lab = labWith({ a: [], b: [] });
    lab.hold("a", 0, { actor: "kim", reason: "empty tips" });
    lab.setPriority("b", 3, 0);
    const before = factsOf(lab);
    lab.hold("a", 0, { actor: "lee" });
    lab.setPriority("b", 3, 0);
    lab.unhold("b", 0);
    expect(factsOf(lab)).toEqual(before);
  });
});

describe("O2: releaseClaim", () => {
  test("[O2] it is refused for what is unknown, then for what isn't claimed", () => {
    const lab = labOfEveryPhase();
    expect(refusalsByPhase((id) => lab.releaseClaim(id, 0))).toEqual({
      ghost: "UNKNOWN_JOB",
      claimed: undefined,
      completed: "NOT_CLAIMED",
      cancelled: "NOT_CLAIMED",
      quarantined: "NOT_CLAIMED",
      open: "NOT_CLAIMED",
    });
  });

  test("[O2] the job is eligible now, at its old place, and no failure is counted", () => {
    const lab = labWith({ a: [], b: [] }, { maxFailures: 1, backoff: 99 });
    lab.claim(0);
    lab.releaseClaim("a", 5);
    expect([lab.inner.jobs.get("a"), claimAll(lab)]).toMatchObject([
      { failures: 0, lifetimeFailures: 0, eligibleAt: 5 },
      ["a", "b"],
    ]);
  });

  test("[O2] the old token is stale", () => {
    const lab = labWith({ a: [] });
    const token = lab.claim(0)?.token;
    lab.releaseClaim("a", 0);
    const before = codeOf(() => lab.complete("a", 0, token));
    lab.claim(0);
    expect([before, codeOf(() => lab.complete("a", 0, token))]).toEqual(["NOT_CLAIMED", "STALE_CLAIM"]);
  });

  test("[O2] its lease is over with the claim", () => {
    const lab = labWith({ a: [] }, { lease: 5 });
    lab.claim(0);
    lab.releaseClaim("a", 1);
    expect(lab.status("a", 99)).toBe("ready");
  });
});

describe("O3: completeByHand", () => {
  test("[O3] it is refused for what is unknown or final, and for nothing else", () => {
    const lab = labOfEveryPhase();
    expect(refusalsByPhase((id) => lab.completeByHand(id, 0))).toEqual({
      ghost: "UNKNOWN_JOB",
      claimed: undefined,
      completed: "JOB_FINISHED",
      cancelled: "JOB_FINISHED",
      quarantined: undefined,
      open: undefined,
    });
  });

  test("[O3] it is marked as done by hand, unlike what a robot completes", () => {
    const lab = labWith({ a: [], b: [] });
    completeJob(lab, "a");
    lab.completeByHand("b", 0);
    expect([lab.inner.jobs.get("a"), lab.inner.jobs.get("b")]).toMatchObject([
      { phase: "completed", byHand: false },
      { phase: "completed", byHand: true },
    ]);
  });

  test("[O3] a blocked, a waiting and a held job can be done by hand, and what waited for them is freed", () => {
    const lab = labWith({ a: [], blocked: ["a"], held: [], end: ["blocked", "held", "a"] });
    lab.submit("later", 1, 0, null, { notBefore: 99 });
    lab.setPrerequisites("end", ["blocked", "held", "later"], 0);
    lab.hold("held", 0);
    for (const id of ["blocked", "held", "later"]) lab.completeByHand(id, 0);
    expect([lab.state("end"), claimAll(lab)]).toEqual(["ready", ["a", "end"]]);
  });

  test("[O3] the token of a claim is stale, and its lease over", () => {
    const lab = labWith({ a: [] }, { lease: 5 });
    lab.claim(0);
    lab.completeByHand("a", 0);
    expect([codeOf(() => lab.complete("a", 0, 1)), lab.status("a", 99), checkInvariants(lab)]).toEqual([
      "NOT_CLAIMED",
      "completed",
      [],
    ]);
  });

  test("[O3] dependents in quarantine are let go as by a redrive: what another root holds stays", () => {
    const lab = labWithRoots({ a: [], x: [], b: ["a"], c: ["a", "x"], d: ["b"], root: ["a"] }, [
      "a",
      "x",
      "root",
    ]);
    lab.completeByHand("a", 0);
    expect([lab.quarantined(), lab.state("b"), lab.state("d")]).toEqual([
      ["c", "x", "root"],
      "ready",
      "blocked",
    ]);
  });

  test("[O3] dependents of a job that is in quarantine because of another are let go, too", () => {
    const lab = labWith({ a: [], b: ["a"], c: ["b"] });
    failJob(lab, "a");
    lab.completeByHand("b", 0);
    expect([lab.quarantined(), lab.state("c")]).toEqual([["a"], "ready"]);
  });
});

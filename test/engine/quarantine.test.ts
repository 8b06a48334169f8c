import { describe, expect, test } from "vitest";
import {
  claimAll,
  claimJob,
  codeOf,
  completeJob,
  failJob,
  labWith,
  labWithRoots,
  refusalOf,
} from "../factories.ts";

describe("Q: quarantine", () => {
  test("[Q1] open dependents follow breadth first, those of one job in the order of their submission", () => {
    const lab = labWith({ root: [], b: ["root"], a: ["root"], deep: ["a"], b2: ["b"], other: [] });
    failJob(lab, "root");
    expect(lab.quarantined()).toEqual(["root", "b", "a", "b2", "deep"]);
  });

  test("[Q1] the order is that of submission, also where an edit brought the dependent in later", () => {
    const lab = labWith({ early: [], root: [], late: ["root"] });
    lab.setPrerequisites("early", ["root"], 0);
    failJob(lab, "root");
    expect(lab.quarantined()).toEqual(["root", "early", "late"]);
  });

  test("[Q2] the order is that of entering, whoever leaves in between", () => {
    const lab = labWith({ a: [], b: [], c: [] });
    for (const id of ["a", "b", "c"]) failJob(lab, id);
    lab.redrive("a", 0);
    failJob(lab, "a");
    expect(lab.quarantined()).toEqual(["b", "c", "a"]);
  });

  test("[Q3] a quarantined job is never handed out", () => {
    const lab = labWith({ a: [], b: ["a"] });
    failJob(lab, "a");
    expect(claimAll(lab, 1_000_000)).toEqual([]);
  });

  test("[Q4] the causes are the jobs that failed themselves, in quarantine order, and a root doesn't end the walk", () => {
    const lab = labWith({ a: [], b: [], c: ["a"], d: ["c", "b"] });
    lab.setPrerequisites("c", [], 0);
    claimJob(lab, "c");
    lab.setPrerequisites("d", ["b"], 0);
    lab.reportFailure("b", 0);
    lab.reportFailure("c", 0);
    lab.setPrerequisites("d", ["c", "b"], 0);
    lab.reportFailure("a", 0);
    lab.setPrerequisites("c", ["a"], 0);
    expect([lab.causes("d"), lab.causes("c"), lab.causes("b")]).toEqual([["b", "c", "a"], ["c", "a"], ["b"]]);
  });

  test("[Q4] a job outside of quarantine has no causes, an unknown one is refused", () => {
    const lab = labWith({ a: [] });
    expect([lab.causes("a"), codeOf(() => lab.causes("ghost"))]).toEqual([[], "UNKNOWN_JOB"]);
  });
});

describe("R: redrive", () => {
  test("[R1] refuses what is unknown, what isn't in quarantine, and what needs a job that is", () => {
    const lab = labWith({ a: [], b: ["a"], c: [] });
    failJob(lab, "a");
    const refusal = refusalOf(() => lab.redrive("b", 0));
    expect([
      codeOf(() => lab.redrive("ghost", 0)),
      codeOf(() => lab.redrive("c", 0)),
      refusal?.code,
      refusal?.ids,
    ]).toEqual(["UNKNOWN_JOB", "NOT_QUARANTINED", "PREREQUISITE_QUARANTINED", ["a"]]);
  });

  test("[R1] a redriven job is eligible now, with all its tries, and keeps its place", () => {
    const lab = labWith({ a: [], b: [] }, { maxFailures: 2, backoff: 0 });
    failJob(lab, "a");
    failJob(lab, "a");
    lab.redrive("a", 7);
    lab.reportFailure("a", 7, lab.claim(7)?.token);
    expect([lab.state("a"), claimAll(lab, 7)]).toEqual(["ready", ["a", "b"]]);
  });

  test("[R1] a redriven job is no root, has no failure that counts, and is eligible now; its history stays", () => {
    const lab = labWith({ a: [] }, { maxFailures: 2, backoff: 50 });
    failJob(lab, "a", 0);
    failJob(lab, "a", 60);
    lab.redrive("a", 70);
    expect(lab.inner.jobs.get("a")).toMatchObject({
      failedItself: false,
      failures: 0,
      eligibleAt: 70,
      lifetimeFailures: 2,
      attempts: 2,
    });
  });

  test("[R1] the refusal names the roots, not the jobs of the cascade between", () => {
    const lab = labWithRoots({ x: [], a: [], b: ["a"], c: ["b", "x"] }, ["x", "a"]);
    expect(refusalOf(() => lab.redrive("c", 0))?.ids).toEqual(["x", "a"]);
  });

  test("[R1] a root that another root keeps there can't go alone", () => {
    const lab = labWithRoots({ a: [], b: ["a"] }, ["b", "a"]);
    expect(refusalOf(() => lab.redrive("b", 0))?.ids).toEqual(["a"]);
  });

  test("[R2] dependents that go along keep an earliest start that is to come", () => {
    const lab = labWith({ a: [] });
    lab.submit("b", 1, 0, ["a"], { notBefore: 50 });
    failJob(lab, "a");
    lab.redrive("a", 7);
    completeJob(lab, "a");
    expect([lab.state("b"), lab.nextEventAt]).toEqual(["waiting", 50]);
  });

  test("[R2] dependents go along, breadth first; what another failed job holds stays", () => {
    const lab = labWith({ a: [], x: [], b: ["a"], c: ["a", "x"], d: ["b"], e: ["c"] });
    failJob(lab, "a");
    failJob(lab, "x");
    expect([lab.redrive("a", 0), lab.quarantined(), lab.causes("e")]).toEqual([
      ["a", "b", "d"],
      ["c", "e", "x"],
      ["x"],
    ]);
  });

  test("[R2] a dependent that failed itself stays", () => {
    const lab = labWith({ a: [], b: [], c: ["b"] });
    claimJob(lab, "b");
    lab.reportFailure("a", 0);
    lab.reportFailure("b", 0);
    lab.setPrerequisites("b", ["a"], 0);
    expect([lab.redrive("a", 0), lab.quarantined()]).toEqual([["a"], ["b", "c"]]);
  });

  test("[R2] dependents that go along keep their failures and their eligible time", () => {
    const lab = labWith({ a: [], b: [] }, { maxFailures: 2, backoff: 50 });
    claimJob(lab, "b");
    lab.reportFailure("b", 0);
    lab.setPrerequisites("b", ["a"], 0);
    lab.reportFailure("a", 0);
    failJob(lab, "a", 50);
    lab.redrive("a", 60);
    lab.setPrerequisites("b", [], 60);
    claimJob(lab, "b", 60);
    lab.reportFailure("b", 60);
    expect(lab.state("b")).toBe("quarantined");
  });

  test("[R2] what was let go is free of it: when it fails itself, it can be redriven by itself", () => {
    const lab = labWith({ a: [], b: ["a"] });
    failJob(lab, "a");
    lab.redrive("a", 0);
    completeJob(lab, "a");
    failJob(lab, "b");
    expect([lab.causes("b"), lab.redrive("b", 0)]).toEqual([["b"], ["b"]]);
  });

  test("[R3] that order is breadth first, whatever was submitted first", () => {
    const lab = labWith({ a: [], b: ["a"], b2: ["b"], c: ["a"], c2: ["c"] });
    failJob(lab, "a");
    expect(lab.redrive("a", 0)).toEqual(["a", "b", "c", "b2", "c2"]);
  });

  test("[R3] the ids come back in the order in which the jobs were let go", () => {
    const lab = labWith({ a: [], c: ["a"], b: ["a"], d: ["c", "b"] });
    failJob(lab, "a");
    expect(lab.redrive("a", 0)).toEqual(["a", "c", "b", "d"]);
  });
});

import { describe, expect, test } from "vitest";
import { claimAll, claimJob, completeJob, failJob, labWith, newLab } from "../factories.ts";

describe("F1: a failure", () => {
  test("[F1] a failed job is eligible its backoff after the failure, and waits until then", () => {
    const lab = labWith({ a: [] }, { maxFailures: 2, backoff: 5 });
    failJob(lab, "a", 10);
    expect([lab.state("a"), lab.nextEventAt, claimAll(lab, 14), claimAll(lab, 15)]).toEqual([
      "waiting",
      15,
      [],
      ["a"],
    ]);
  });

  test("[F1] the failure that reaches the limit quarantines the job", () => {
    const lab = labWith({ a: [] }, { maxFailures: 2, backoff: 0 });
    failJob(lab, "a");
    const before = lab.state("a");
    failJob(lab, "a");
    expect([before, lab.state("a")]).toEqual(["ready", "quarantined"]);
  });

  test("[F1] each failure counts one, for the limit and for life", () => {
    const lab = labWith({ a: [] }, { maxFailures: 9, backoff: 0 });
    for (let times = 0; times < 3; times += 1) failJob(lab, "a");
    expect(lab.inner.jobs.get("a")).toMatchObject({ failures: 3, lifetimeFailures: 3, attempts: 3 });
  });

  test("[F1] a job whose own limit is 1 is quarantined by its first failure", () => {
    const lab = newLab(5);
    lab.submit("a", 0, 0, null, { maxFailures: 1 });
    failJob(lab, "a");
    expect(lab.state("a")).toBe("quarantined");
  });
});

describe("F3, F5: the place of a retried job", () => {
  test("[F3] a retried job keeps its place, ahead of everything submitted after it", () => {
    const lab = labWith({ a: [], b: [], c: [] }, { maxFailures: 9, backoff: 1 });
    failJob(lab, "a", 0);
    expect(claimAll(lab, 1)).toEqual(["a", "b", "c"]);
  });

  test("[F3] an expiry leaves the place as it is, too", () => {
    const lab = labWith({ a: [], b: [] }, { maxFailures: 9, backoff: 0, lease: 1 });
    lab.claim(0);
    expect(lab.claim(1)?.id).toBe("a");
  });

  test("[F5] with the tail, a retried job goes behind everything that was there when it failed", () => {
    const lab = labWith({ a: [], b: [], c: [] }, { maxFailures: 9, backoff: 0, retryPosition: "tail" });
    failJob(lab, "a");
    lab.submit("d", 1, 0);
    expect(claimAll(lab)).toEqual(["b", "c", "a", "d"]);
  });

  test("[F5] each failure gives a new place", () => {
    const lab = labWith({ a: [], b: [] }, { maxFailures: 9, backoff: 0, retryPosition: "tail" });
    failJob(lab, "a");
    failJob(lab, "b");
    failJob(lab, "a");
    lab.submit("c", 1, 0);
    expect(claimAll(lab)).toEqual(["b", "a", "c"]);
  });

  test("[F5] an expiry gives a new place too, in the order of the expiries", () => {
    const lab = labWith({ a: [], b: [], c: [] }, { maxFailures: 9, backoff: 0, retryPosition: "tail" });
    lab.claim(0, { lease: 5 });
    lab.claim(0, { lease: 3 });
    expect(claimAll(lab, 9)).toEqual(["c", "b", "a"]);
  });

  test("[F5] a failure that quarantines gives no new place", () => {
    const lab = labWith({ a: [], b: [] }, { maxFailures: 1, retryPosition: "tail" });
    failJob(lab, "a");
    lab.redrive("a", 0);
    expect(claimAll(lab)).toEqual(["a", "b"]);
  });

  test("[F5] a claim that is taken back keeps its place", () => {
    const lab = labWith({ a: [], b: [] }, { retryPosition: "tail" });
    lab.claim(0);
    lab.releaseClaim("a", 0);
    expect(claimAll(lab)).toEqual(["a", "b"]);
  });
});

describe("P4: prerequisites that complete", () => {
  test("[P4] a job is claimable the moment its last prerequisite completes, not before", () => {
    const lab = labWith({ a: [], b: [], c: ["a", "b"] });
    completeJob(lab, "a");
    const before = lab.state("c");
    lab.complete("b", 0, lab.claim(0)?.token);
    expect([before, claimAll(lab)]).toEqual(["blocked", ["c"]]);
  });

  test("[P4] a completion frees every job that waited only for it, each in its place", () => {
    const lab = labWith({ a: [], x: [], c: ["a"], b: ["a"], both: ["a", "x"] });
    claimJob(lab, "x");
    lab.complete("a", 0);
    expect([claimAll(lab), lab.state("both")]).toEqual([["c", "b"], "blocked"]);
  });

  test("[P4] a failed attempt of a prerequisite frees nothing", () => {
    const lab = labWith({ a: [], b: ["a"] }, { maxFailures: 2 });
    failJob(lab, "a");
    expect(lab.state("b")).toBe("blocked");
  });

  test("[P4] a job counts the prerequisites that are not completed", () => {
    const lab = labWith({ a: [], b: [], c: ["a", "b"] });
    const before = lab.inner.jobs.get("c")?.unmet;
    completeJob(lab, "a");
    expect([before, lab.inner.jobs.get("c")?.unmet]).toEqual([2, 1]);
  });

  test("[P4] a freed job that is held or has to wait does so", () => {
    const lab = labWith({ a: [], held: ["a"] });
    lab.submit("later", 1, 0, ["a"], { notBefore: 5 });
    lab.hold("held", 0);
    completeJob(lab, "a");
    expect([lab.state("held"), lab.state("later"), claimAll(lab)]).toEqual(["held", "waiting", []]);
  });
});

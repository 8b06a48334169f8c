import { describe, expect, test } from "vitest";
import { claimAll, codeOf, completeJob, failJob, labWith, newLab, refusalOf } from "../factories.ts";

describe("C: claim", () => {
  test("[C1] nothing ready gives nothing", () => {
    expect(newLab().claim(0)).toBeUndefined();
  });

  test("[C1] a claimed job is not handed out again", () => {
    const lab = labWith({ a: [] });
    expect([lab.claim(0)?.id, lab.claim(0), lab.state("a")]).toEqual(["a", undefined, "claimed"]);
  });

  test("[C3] a claim tells the job, a token never given before, and its attempt", () => {
    const lab = labWith({ a: [], b: [] }, { maxFailures: 3, backoff: 0 });
    const claims = [lab.claim(0), lab.claim(0)];
    lab.reportFailure("a", 0);
    claims.push(lab.claim(0));
    expect(claims).toEqual([
      { id: "a", token: 1, attempt: 1 },
      { id: "b", token: 2, attempt: 1 },
      { id: "a", token: 3, attempt: 2 },
    ]);
  });

  test.each(["complete", "reportFailure"] as const)(
    "[C3] %s refuses in this order: unknown, not claimed, stale",
    (call) => {
      const lab = labWith({ a: [] }, { maxFailures: 3, backoff: 0 });
      const codes = [codeOf(() => lab[call]("ghost", 0, 9)), codeOf(() => lab[call]("a", 0, 9))];
      lab.claim(0);
      codes.push(codeOf(() => lab[call]("a", 0, 9)));
      expect(codes).toEqual(["UNKNOWN_JOB", "NOT_CLAIMED", "STALE_CLAIM"]);
    },
  );

  test("[C3] the token of an earlier claim is stale and changes nothing", () => {
    const lab = labWith({ a: [] }, { maxFailures: 3, backoff: 0 });
    failJob(lab, "a");
    lab.claim(0);
    expect([codeOf(() => lab.complete("a", 0, 1)), lab.state("a")]).toEqual(["STALE_CLAIM", "claimed"]);
  });

  test("[C3] a call that shows no token is accepted", () => {
    const lab = labWith({ a: [] });
    lab.claim(0);
    lab.complete("a", 0);
    expect(lab.state("a")).toBe("completed");
  });

  test("[C3] a token that is no number is INVALID_ARGUMENT", () => {
    const lab = labWith({ a: [] });
    lab.claim(0);
    expect(refusalOf(() => lab.complete("a", 0, "1" as never))?.field).toBe("token");
  });
});

describe("F: failure", () => {
  test("[F1] a failed job is eligible its backoff after the failure, and waits until then", () => {
    const lab = labWith({ a: [] }, { maxFailures: 2, backoff: 5 });
    failJob(lab, "a", 10);
    expect([lab.state("a"), lab.nextEligibleAt, claimAll(lab, 14), claimAll(lab, 15)]).toEqual([
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

  test("[F3] a retried job keeps its place, ahead of everything submitted after it", () => {
    const lab = labWith({ a: [], b: [], c: [] }, { maxFailures: 9, backoff: 1 });
    failJob(lab, "a", 0);
    expect(claimAll(lab, 1)).toEqual(["a", "b", "c"]);
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
});

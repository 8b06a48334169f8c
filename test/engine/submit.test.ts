import { describe, expect, test } from "vitest";
import { claimAll, codeOf, completeJob, failJob, labWith, newLab, refusalOf } from "../factories.ts";

describe("S: submit", () => {
  test.each([
    ["no id", "", 1, []],
    ["an id of 201 characters", "x".repeat(201), 1, []],
    ["an id that is no text", 5, 1, []],
    ["half a character in the id", "a\ud800", 1, []],
    ["a negative backoff", "a", -1, []],
    ["a broken backoff", "a", 1.5, []],
    ["a backoff over ten years", "a", 315_360_000_001, []],
    ["prerequisites that are no list", "a", 1, "b"],
    ["a prerequisite without a name", "a", 1, [""]],
    ["a prerequisite that is no text", "a", 1, [7]],
  ])("[S1] %s is INVALID_ARGUMENT", (_what, id, backoff, after) => {
    const lab = newLab();
    expect(codeOf(() => lab.submit(id as string, backoff, 0, after as string[]))).toBe("INVALID_ARGUMENT");
  });

  test("[S1] the longest id and the longest backoff are taken", () => {
    const lab = newLab();
    lab.submit("🧬".repeat(200), 315_360_000_000, 0);
    expect(lab.counts.ready).toBe(1);
  });

  test("[S1] an id is never used twice, not even that of a completed job", () => {
    const lab = labWith({ a: [] });
    completeJob(lab, "a");
    expect(codeOf(() => lab.submit("a", 1, 0))).toBe("DUPLICATE_JOB");
  });

  test("[S1] an unknown prerequisite is refused and named, and the job is not there", () => {
    const lab = newLab();
    const refusal = refusalOf(() => lab.submit("a", 1, 0, ["ghost"]));
    expect([refusal?.code, refusal?.field, refusal?.ids, codeOf(() => lab.state("a"))]).toEqual([
      "UNKNOWN_PREREQUISITE",
      "after",
      ["ghost"],
      "UNKNOWN_JOB",
    ]);
  });

  test("[S1] a job can't be its own prerequisite: it isn't there yet", () => {
    expect(codeOf(() => newLab().submit("a", 1, 0, ["a"]))).toBe("UNKNOWN_PREREQUISITE");
  });

  test("[S1] repeats among the prerequisites count once", () => {
    const lab = labWith({ a: [] });
    lab.submit("b", 1, 0, ["a", "a"]);
    completeJob(lab, "a");
    expect(lab.state("b")).toBe("ready");
  });

  test("[S1] null prerequisites count as none", () => {
    const lab = newLab();
    lab.submit("a", 1, 0, null);
    expect(lab.state("a")).toBe("ready");
  });

  test("[S1] arguments are checked first, then the time, the id, all unknown prerequisites, then cancelled ones", () => {
    const lab = labWith({ a: [], gone: [] });
    lab.cancel("gone", 5);
    const codes = [
      codeOf(() => lab.submit("a", -1, 4, ["ghost"])),
      codeOf(() => lab.submit("a", 1, 4, ["ghost"])),
      codeOf(() => lab.submit("a", 1, 5, ["ghost"])),
      codeOf(() => lab.submit("b", 1, 5, ["gone", "ghost"])),
      codeOf(() => lab.submit("b", 1, 5, ["a", "gone"])),
    ];
    expect(codes).toEqual([
      "INVALID_ARGUMENT",
      "TIME_WENT_BACK",
      "DUPLICATE_JOB",
      "UNKNOWN_PREREQUISITE",
      "PREREQUISITE_CANCELLED",
    ]);
  });

  test("[S1] a refused submission uses nothing up: neither the id nor the position", () => {
    const lab = labWith({ a: [] });
    codeOf(() => lab.submit("b", 1, 0, ["ghost"]));
    lab.submit("b", 1, 0);
    expect(lab.inner.jobs.get("b")?.position).toBe(2);
  });

  test("[S1] ids are compared as they are written, whatever JavaScript makes of such names", () => {
    const lab = newLab();
    for (const id of ["constructor", "__proto__", "A", "a", " a"]) lab.submit(id, 1, 0);
    expect(claimAll(lab)).toEqual(["constructor", "__proto__", "A", "a", " a"]);
  });

  test("[S2] jobs are handed out in the order of their submission", () => {
    expect(claimAll(labWith({ c: [], a: [], b: [] }))).toEqual(["c", "a", "b"]);
  });

  test("[S2] a position is kept through edits, a hold, a release and a redrive", () => {
    const lab = labWith({ a: [], b: [] });
    lab.setPrerequisites("a", ["b"], 0);
    lab.setPrerequisites("a", [], 0);
    lab.hold("a", 0);
    lab.unhold("a", 0);
    lab.claim(0);
    lab.releaseClaim("a", 0);
    failJob(lab, "a");
    lab.redrive("a", 0);
    expect(claimAll(lab)).toEqual(["a", "b"]);
  });

  test("[S3] a completed prerequisite is satisfied at once", () => {
    const lab = labWith({ a: [] });
    completeJob(lab, "a");
    lab.submit("b", 1, 0, ["a"]);
    expect(lab.state("b")).toBe("ready");
  });

  test("[S3] a job that needs one in quarantine is accepted and quarantined at once", () => {
    const lab = labWith({ a: [], b: ["a"] });
    failJob(lab, "a");
    lab.submit("c", 1, 0, ["b"]);
    expect([lab.quarantined(), lab.causes("c")]).toEqual([["a", "b", "c"], ["a"]]);
  });

  test("[S3] it is there as part of the cascade: it goes with the redrive, and had no failure", () => {
    const lab = labWith({ a: [] });
    failJob(lab, "a");
    lab.submit("b", 1, 0, ["a"]);
    const before = lab.inner.jobs.get("b");
    expect([before?.failedItself, before?.failures, lab.redrive("a", 0)]).toEqual([false, 0, ["a", "b"]]);
  });

  test("[S3] completed and open prerequisites together: only the open ones are waited for", () => {
    const lab = labWith({ a: [], b: [] });
    completeJob(lab, "a");
    lab.submit("c", 1, 0, ["a", "b"]);
    const before = lab.state("c");
    completeJob(lab, "b");
    expect([before, lab.state("c")]).toEqual(["blocked", "ready"]);
  });
});

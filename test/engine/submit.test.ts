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

  test("[S2] jobs are handed out in the order of their submission", () => {
    expect(claimAll(labWith({ c: [], a: [], b: [] }))).toEqual(["c", "a", "b"]);
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
});

describe("S5: many at once", () => {
  test("[S5] jobs of one call may need each other in any order, and keep the order of the list", () => {
    const lab = newLab();
    lab.submitMany(
      [
        { id: "b", backoff: 1, after: ["a"] },
        { id: "c", backoff: 1 },
        { id: "a", backoff: 1 },
      ],
      0,
    );
    const first = claimAll(lab);
    lab.complete("a", 0);
    expect([first, claimAll(lab)]).toEqual([["c", "a"], ["b"]]);
  });

  test("[S5] one job in fault refuses all, and the field tells which", () => {
    const lab = labWith({ a: [] });
    const refusal = refusalOf(() =>
      lab.submitMany(
        [
          { id: "b", backoff: 1 },
          { id: "a", backoff: 1 },
        ],
        0,
      ),
    );
    expect([refusal?.code, refusal?.field, codeOf(() => lab.state("b"))]).toEqual([
      "DUPLICATE_JOB",
      "jobs[1].id",
      "UNKNOWN_JOB",
    ]);
  });

  test.each([
    [
      "arguments before duplicates",
      [
        { id: "a", backoff: 1 },
        { id: "b", backoff: -1 },
      ],
      "INVALID_ARGUMENT",
    ],
    [
      "duplicates before unknown prerequisites",
      [
        { id: "b", backoff: 1, after: ["ghost"] },
        { id: "a", backoff: 1 },
      ],
      "DUPLICATE_JOB",
    ],
    [
      "twice in the list is a duplicate",
      [
        { id: "b", backoff: 1 },
        { id: "b", backoff: 1 },
      ],
      "DUPLICATE_JOB",
    ],
    [
      "unknown prerequisites before cycles",
      [
        { id: "b", backoff: 1, after: ["b"] },
        { id: "c", backoff: 1, after: ["ghost"] },
      ],
      "UNKNOWN_PREREQUISITE",
    ],
    ["a list that is none", "jobs", "INVALID_ARGUMENT"],
    ["a job that is none", [null], "INVALID_ARGUMENT"],
  ])("[S5] %s", (_what, jobs, code) => {
    const lab = labWith({ a: [] });
    expect(codeOf(() => lab.submitMany(jobs as [], 0))).toBe(code);
  });

  test("[S5] a cycle within the call is refused and its path named, each needed by the next", () => {
    const lab = newLab();
    const jobs = [
      { id: "out", backoff: 1, after: ["x"] },
      { id: "x", backoff: 1, after: ["z"] },
      { id: "y", backoff: 1, after: ["x"] },
      { id: "z", backoff: 1, after: ["y"] },
    ];
    const refusal = refusalOf(() => lab.submitMany(jobs, 0));
    const needs = new Map(jobs.map(({ id, after }) => [id, after]));
    const path = refusal?.ids ?? [];
    expect(refusal?.code).toBe("CYCLE");
    expect(path).toHaveLength(4);
    expect(path[0]).toBe(path.at(-1));
    expect(path.slice(1).every((id, i) => needs.get(id)?.includes(path[i] ?? ""))).toBe(true);
  });

  test("[S5] what needs a job in quarantine is quarantined with its cascade, in the order of the list", () => {
    const lab = labWith({ a: [] });
    failJob(lab, "a");
    lab.submitMany(
      [
        { id: "d", backoff: 1, after: ["c"] },
        { id: "b", backoff: 1, after: ["a"] },
        { id: "c", backoff: 1, after: ["a"] },
        { id: "free", backoff: 1 },
      ],
      0,
    );
    expect([lab.quarantined(), claimAll(lab)]).toEqual([["a", "b", "c", "d"], ["free"]]);
  });
});

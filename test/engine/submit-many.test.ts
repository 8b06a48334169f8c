import { describe, expect, test } from "vitest";
import {
  claimAll,
  codeOf,
  completeJob,
  factsOf,
  failJob,
  labWith,
  labWithRoots,
  newLab,
  refusalOf,
} from "../factories.ts";

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
    [
      "cancelled prerequisites after unknown ones, over the whole list",
      [
        { id: "b", backoff: 1, after: ["gone"] },
        { id: "c", backoff: 1, after: ["ghost"] },
      ],
      "UNKNOWN_PREREQUISITE",
    ],
    [
      "cancelled prerequisites before cycles",
      [
        { id: "b", backoff: 1, after: ["b"] },
        { id: "c", backoff: 1, after: ["gone"] },
      ],
      "PREREQUISITE_CANCELLED",
    ],
    ["a job that needs itself is a cycle", [{ id: "b", backoff: 1, after: ["b"] }], "CYCLE"],
    ["a list that is none", "jobs", "INVALID_ARGUMENT"],
    ["a job that is none", [null], "INVALID_ARGUMENT"],
  ])("[S5] %s", (_what, jobs, code) => {
    const lab = labWith({ a: [], gone: [] });
    lab.cancel("gone", 0);
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

  test("[S5] a cycle refuses all, and nothing of it is left", () => {
    const lab = labWith({ a: [] });
    const before = factsOf(lab);
    const code = codeOf(() =>
      lab.submitMany(
        [
          { id: "free", backoff: 1, after: ["a"] },
          { id: "b", backoff: 1, after: ["c"] },
          { id: "c", backoff: 1, after: ["b"] },
        ],
        0,
      ),
    );
    expect([code, factsOf(lab)]).toEqual(["CYCLE", before]);
  });

  test("[S5] jobs of one call may need jobs that were there, completed ones too", () => {
    const lab = labWith({ done: [], open: [] });
    completeJob(lab, "done");
    lab.submitMany(
      [
        { id: "b", backoff: 1, after: ["c", "done"] },
        { id: "c", backoff: 1, after: ["done", "done"] },
        { id: "d", backoff: 1, after: ["open"] },
      ],
      0,
    );
    expect(["b", "c", "d"].map((id) => lab.state(id))).toEqual(["blocked", "ready", "blocked"]);
  });

  test("[S5] positions follow the list, whatever needs what, and go on after it", () => {
    const lab = labWith({ first: [] });
    lab.submitMany(
      [
        { id: "b", backoff: 1, after: ["a"] },
        { id: "a", backoff: 1 },
      ],
      0,
    );
    lab.submit("last", 1, 0);
    expect(["first", "b", "a", "last"].map((id) => lab.inner.jobs.get(id)?.position)).toEqual([1, 2, 3, 4]);
  });

  test("[S5] each job of the list that is open still is quarantined with its cascade, one after the other", () => {
    const lab = labWithRoots({ x: [], y: [] }, ["x", "y"]);
    lab.submitMany(
      [
        { id: "deep", backoff: 1, after: ["b"] },
        { id: "a", backoff: 1, after: ["y"] },
        { id: "b", backoff: 1, after: ["x"] },
        { id: "a2", backoff: 1, after: ["a"] },
      ],
      0,
    );
    expect(lab.quarantined()).toEqual(["x", "y", "a", "a2", "b", "deep"]);
  });

  test("[S5] none at all is fine", () => {
    const lab = newLab();
    lab.submitMany([], 3);
    expect(lab.clock).toBe(3);
  });
});

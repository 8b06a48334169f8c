import { describe, expect, test } from "vitest";
import type { JobId, LabDispatcher } from "../../engine/index.ts";
import type { OperatorCommand } from "../../engine/operator-commands.ts";
import {
  claimAll,
  claimJob,
  codeOf,
  completeJob,
  factsOf,
  failJob,
  labWith,
  labWithRoots,
  refusalOf,
} from "../factories.ts";

describe("P: prerequisites", () => {
  test("[P1] refuses the unknown, the claimed, the completed", () => {
    const lab = labWith({ done: [], busy: [], other: [] });
    completeJob(lab, "done");
    claimJob(lab, "busy");
    const codes = ["ghost", "busy", "done"].map((id) => codeOf(() => lab.setPrerequisites(id, ["ghost"], 0)));
    expect(codes).toEqual(["UNKNOWN_JOB", "JOB_CLAIMED", "JOB_FINISHED"]);
  });

  test("[P1] an unknown prerequisite comes before a cycle, and nothing changes", () => {
    const lab = labWith({ a: [], b: ["a"] });
    expect([codeOf(() => lab.setPrerequisites("a", ["b", "ghost"], 0)), claimAll(lab)]).toEqual([
      "UNKNOWN_PREREQUISITE",
      ["a"],
    ]);
  });

  test("[P1] a cycle is refused and its path named, each needed by the next", () => {
    const lab = labWith({ extract: [], amplify: ["extract"], sequence: ["amplify"] });
    const refusal = refusalOf(() => lab.setPrerequisites("extract", ["sequence"], 0));
    expect([refusal?.code, refusal?.field, refusal?.ids, claimAll(lab)]).toEqual([
      "CYCLE",
      "after",
      ["extract", "amplify", "sequence", "extract"],
      ["extract"],
    ]);
  });

  test("[P1] a job that would need itself is a cycle", () => {
    const lab = labWith({ a: [] });
    expect(refusalOf(() => lab.setPrerequisites("a", ["a"], 0))?.ids).toEqual(["a", "a"]);
  });

  test("[P1] edges into a completed job don't count for a cycle", () => {
    const lab = labWith({ a: [], b: ["a"] });
    completeJob(lab, "a");
    lab.submit("c", 1, 0, ["b"]);
    lab.setPrerequisites("b", ["a"], 0);
    completeJob(lab, "b");
    lab.setPrerequisites("c", ["a", "b"], 0);
    expect(lab.state("c")).toBe("ready");
  });

  test("[P1] what is final leaves the order with its edges, on both sides", () => {
    const lab = labWith({ a: [], b: ["a"], c: ["b"] });
    lab.completeByHand("b", 0);
    expect(factsOf(lab).jobs).toMatchObject([
      { id: "a", dependents: [] },
      { id: "b", prerequisites: [], dependents: [] },
      { id: "c", prerequisites: ["b"] },
    ]);
  });

  test("[P1] the claimed and the final are refused before anything that is wrong with the prerequisites", () => {
    const lab = labWith({ busy: [], gone: [] });
    claimJob(lab, "busy");
    lab.cancel("gone", 0);
    expect(["busy", "gone"].map((id) => codeOf(() => lab.setPrerequisites(id, ["gone"], 0)))).toEqual([
      "JOB_CLAIMED",
      "JOB_FINISHED",
    ]);
  });

  test("[P1] a cancelled prerequisite comes before a cycle", () => {
    const lab = labWith({ a: [], b: ["a"], gone: [] });
    lab.cancel("gone", 0);
    expect(codeOf(() => lab.setPrerequisites("a", ["b", "gone"], 0))).toBe("PREREQUISITE_CANCELLED");
  });

  test("[P1] repeats count once", () => {
    const lab = labWith({ a: [], b: [] });
    lab.setPrerequisites("b", ["a", "a"], 0);
    completeJob(lab, "a");
    expect(lab.state("b")).toBe("ready");
  });

  test("[P2] a job of a cascade that has a quarantined prerequisite left stays", () => {
    const lab = labWithRoots({ x: [], y: [], a: ["x", "y"], b: ["a"] }, ["x", "y"]);
    lab.setPrerequisites("a", ["y"], 0);
    expect([lab.quarantined(), lab.causes("b")]).toEqual([["x", "a", "b", "y"], ["y"]]);
  });

  test("[P2] a job that is let go keeps its failure count and its eligible time", () => {
    const lab = labWith({ bad: [], a: [] }, { maxFailures: 2, backoff: 50 });
    failJob(lab, "a", 0);
    lab.setPrerequisites("a", ["bad"], 0);
    lab.reportFailure("bad", 0);
    failJob(lab, "bad", 100);
    lab.setPrerequisites("a", [], 100);
    expect(lab.inner.jobs.get("a")).toMatchObject({ phase: "open", failures: 1, eligibleAt: 50 });
  });

  test("[P2] a ready job that is given an open prerequisite leaves the line, and comes back to its place", () => {
    const lab = labWith({ a: [], b: [], c: [] });
    lab.setPrerequisites("a", ["b"], 0);
    const before = claimAll(lab);
    lab.complete("b", 0);
    expect([before, claimAll(lab)]).toEqual([["b", "c"], ["a"]]);
  });

  test("[P2] a waiting job keeps its eligible time through an edit", () => {
    const lab = labWith({ a: [], b: [] }, { maxFailures: 2, backoff: 20 });
    failJob(lab, "a", 0);
    lab.setPrerequisites("a", ["b"], 1);
    lab.setPrerequisites("a", [], 2);
    expect([lab.state("a"), lab.nextEventAt]).toEqual(["waiting", 20]);
  });

  test("[P2] an open job that is given a quarantined prerequisite is quarantined with its cascade", () => {
    const lab = labWith({ bad: [], a: [], b: ["a"] });
    failJob(lab, "bad");
    lab.setPrerequisites("a", ["bad"], 0);
    expect([lab.quarantined(), lab.causes("b")]).toEqual([["bad", "a", "b"], ["bad"]]);
  });

  test("[P2] a job that only others stopped is let go with its dependents once none of them is needed", () => {
    const lab = labWith({ bad: [], a: ["bad"], b: ["a"] });
    failJob(lab, "bad");
    lab.setPrerequisites("a", [], 0);
    expect([lab.quarantined(), lab.state("a"), lab.state("b")]).toEqual([["bad"], "ready", "blocked"]);
  });

  test("[P2] a job that failed itself stays in quarantine whatever it needs", () => {
    const lab = labWith({ a: [], b: [] });
    failJob(lab, "a");
    lab.setPrerequisites("a", ["b"], 0);
    lab.setPrerequisites("a", [], 0);
    expect(lab.quarantined()).toEqual(["a"]);
  });
});

describe("O8: nobody overwrites what they haven't seen", () => {
  const edit = (lab: LabDispatcher, after: JobId[], revision?: number) =>
    lab.operate(
      { name: "setPrerequisites", id: "c", after, seen: revision === undefined ? null : { c: revision } },
      0,
    );

  test("[O8] an edit of a job that has changed since is refused as CHANGED, and changes nothing", () => {
    const lab = labWith({ a: [], b: [], c: ["a"] });
    edit(lab, ["b"], 1);
    const codes = [1, 3].map((revision) => codeOf(() => edit(lab, [], revision)));
    expect([codes, lab.state("c")]).toEqual([["CHANGED", "CHANGED"], "blocked"]);
  });

  test("[O8] a preview gives the revision that the command then has to show", () => {
    const lab = labWith({ a: [], b: [], c: ["a"] });
    const [seen] = lab.preview({ name: "setPrerequisites", id: "c", after: [] }, 0).changes;
    expect([
      codeOf(() => edit(lab, ["b"], seen?.revision)),
      codeOf(() => edit(lab, [], seen?.revision)),
    ]).toEqual([undefined, "CHANGED"]);
  });

  test.each<OperatorCommand>([
    { name: "redrive", id: "a" },
    { name: "redriveMany", ids: ["a"] },
    { name: "completeByHand", id: "a" },
    { name: "cancel", id: "a", withDependents: true },
    { name: "hold", id: "a" },
    { name: "pause" },
  ])("[O8] $name is refused as CHANGED if any job that was seen differs, and names it", (command) => {
    const lab = labWith({ a: [], b: ["a"] });
    failJob(lab, "a");
    const { changes } = lab.preview({ name: "redrive", id: "a" }, 0);
    const seen = Object.fromEntries(changes.map(({ id, revision }) => [id, revision]));
    lab.setPriority("b", 7, 0);
    const refusal = refusalOf(() => lab.operate({ ...command, seen }, 0));
    expect([refusal?.code, refusal?.ids, lab.quarantined()]).toEqual(["CHANGED", ["b"], ["a", "b"]]);
    lab.operate({ ...command, seen: { ...seen, b: (seen["b"] ?? 0) + 1 } }, 0);
  });

  test("[O8] an edit that shows the current revision, or none, is taken", () => {
    const lab = labWith({ a: [], c: ["a"] });
    edit(lab, [], 1);
    edit(lab, ["a"], 2);
    edit(lab, []);
    expect(lab.state("c")).toBe("ready");
  });
});

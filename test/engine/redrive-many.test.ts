import { describe, expect, test } from "vitest";
import { codeOf, factsOf, failJob, labWith, labWithRoots, refusalOf } from "../factories.ts";

describe("R4: many at once", () => {
  test("[R4] the order of the ids given doesn't matter: the first in quarantine order goes first", () => {
    const lab = labWithRoots({ a: [], b: [], c: [] }, ["b", "c", "a"]);
    expect(lab.redriveMany(["a", "b", "c"], 0)).toEqual(["b", "c", "a"]);
  });

  test("[R4] each is redriven with its dependents before the next", () => {
    const lab = labWithRoots({ a: [], b: [], a2: ["a"], b2: ["b"] }, ["b", "a"]);
    expect(lab.redriveMany(["a", "b"], 0)).toEqual(["b", "b2", "a", "a2"]);
  });

  test("[R4] a root behind a root waits for it, though it came into quarantine first", () => {
    const lab = labWithRoots({ a: [], b: ["a"], c: ["b"] }, ["c", "b", "a"]);
    expect([lab.redriveMany(["c", "b", "a"], 0), lab.quarantined()]).toEqual([["a", "b", "c"], []]);
  });

  test("[R4] after each redrive it is the first in quarantine order again that goes", () => {
    const lab = labWithRoots({ last: [], behind: ["last"], x: [] }, ["behind", "last", "x"]);
    expect(lab.redriveMany(["x", "last", "behind"], 0)).toEqual(["last", "behind", "x"]);
  });

  test("[R4] a job of a cascade that is named goes with its root, keeps its failures and is given once", () => {
    const lab = labWith({ b: [], a: [] }, { maxFailures: 2, backoff: 0 });
    failJob(lab, "b");
    lab.setPrerequisites("b", ["a"], 0);
    failJob(lab, "a");
    failJob(lab, "a");
    expect([lab.redriveMany(["b", "a", "b"], 0), lab.inner.jobs.get("b")?.failures]).toEqual([["a", "b"], 1]);
  });

  test("[R4] roots start afresh, what goes along with them keeps its eligible time and its earliest start", () => {
    const lab = labWith({ a: [] });
    lab.submit("b", 1, 0, ["a"], { notBefore: 50 });
    failJob(lab, "a");
    lab.redriveMany(["a"], 7);
    expect(["a", "b"].map((id) => lab.inner.jobs.get(id))).toMatchObject([
      { failures: 0, eligibleAt: 7 },
      { failures: 0, eligibleAt: 0, notBefore: 50 },
    ]);
  });

  test("[R4] what opens only by several of those named is let go by the last of them", () => {
    const lab = labWithRoots({ a: [], b: [], both: ["a", "b"] }, ["a", "b"]);
    expect(lab.redriveMany(["a", "b"], 0)).toEqual(["a", "b", "both"]);
  });

  test("[R4] all ids are checked for being known, then all for being in quarantine", () => {
    const lab = labWithRoots({ ok: [], bad: [] }, ["bad"]);
    const refusals = [
      ["ok", "bad", "ghost"],
      ["bad", "ok"],
    ].map((ids) => refusalOf(() => lab.redriveMany(ids, 0)));
    expect(refusals.map((refusal) => [refusal?.code, refusal?.ids])).toEqual([
      ["UNKNOWN_JOB", ["ghost"]],
      ["NOT_QUARANTINED", ["ok"]],
    ]);
  });

  test("[R4] if one can't go, none goes", () => {
    const lab = labWithRoots({ a: [], x: [], behind: ["x"], along: ["a"] }, ["a", "x", "behind"]);
    const before = factsOf(lab);
    const refusal = refusalOf(() => lab.redriveMany(["a", "behind"], 0));
    expect([refusal?.code, refusal?.ids, factsOf(lab)]).toEqual(["PREREQUISITE_QUARANTINED", ["x"], before]);
  });

  test("[R4] a job of a cascade alone can't go", () => {
    const lab = labWith({ a: [], b: ["a"] });
    failJob(lab, "a");
    expect(codeOf(() => lab.redriveMany(["b"], 0))).toBe("PREREQUISITE_QUARANTINED");
  });

  test("[R4] a root that only a job of a cascade keeps there goes with the root of that cascade", () => {
    const lab = labWithRoots({ a: [], between: ["a"], b: ["between"] }, ["b", "a"]);
    expect(lab.redriveMany(["b", "a"], 0)).toEqual(["a", "between", "b"]);
  });

  test("[R4] roots that aren't named stay, though they could go by then", () => {
    const lab = labWithRoots({ a: [], b: ["a"], c: [] }, ["a", "b", "c"]);
    expect([lab.redriveMany(["a"], 0), lab.quarantined()]).toEqual([["a"], ["b", "c"]]);
  });

  test("[R4] none at all is nothing", () => {
    expect(labWith({}).redriveMany([], 0)).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { checkInvariants, type JobId, type LabDispatcher } from "../../engine/index.ts";
import type { Job } from "../../engine/job.ts";
import { makeRoom, sortTopologically } from "../../engine/topological-order.ts";
import { codeOf, labWith, newLab, refusalOf } from "../factories.ts";

const jobOf = (lab: LabDispatcher, id: JobId): Job => lab.inner.jobs.get(id)!;

/** The ids in the order that the lab keeps. */
const orderOf = (lab: LabDispatcher): JobId[] =>
  [...lab.inner.jobs.values()].sort((a, b) => a.rank - b.rank).map(({ id }) => id);

const chain = (name: string, length: number): Record<JobId, JobId[]> =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [`${name}${index + 1}`, index === 0 ? [] : [`${name}${index}`]]),
  );

/** Makes room for edges from `after` to `id`; gives the jobs whose own edges were looked at. */
function lookedAt(lab: LabDispatcher, id: JobId, after: readonly JobId[]): JobId[] {
  const seen = new Set<JobId>();
  for (const job of lab.inner.jobs.values()) {
    for (const side of ["prerequisites", "dependents"] as const) {
      const edges = job[side];
      Object.defineProperty(job, side, {
        get: () => {
          seen.add(job.id);
          return edges;
        },
      });
    }
  }
  makeRoom(
    jobOf(lab, id),
    after.map((needed) => jobOf(lab, needed)),
  );
  return [...seen].sort();
}

describe("P3: the order of all jobs", () => {
  test("[P3] the order is that of submission until an edit breaks it", () => {
    const lab = labWith({ a: [], b: ["a"], c: [], d: ["b", "a"] });
    lab.setPrerequisites("d", ["c"], 0);
    lab.setPrerequisites("c", ["a"], 0);
    expect(orderOf(lab)).toEqual(["a", "b", "c", "d"]);
  });

  test("[P3] an edge that agrees with the order costs no search", () => {
    const lab = labWith({ ...chain("a", 50), ...chain("b", 50) });
    expect(lookedAt(lab, "b1", ["a50", "a1"])).toEqual([]);
  });

  test("[P3] an edge that doesn't agree searches between the two ranks only", () => {
    const lab = labWith({
      before: [],
      job: [],
      mid: ["job"],
      near: ["before"],
      late: ["near"],
      after: ["mid"],
    });
    expect(lookedAt(lab, "job", ["late"])).toEqual(["job", "late", "mid", "near"]);
  });

  test("[P3] an edge that doesn't agree moves only what it has to, and only between the two ranks", () => {
    const lab = labWith({ ...chain("a", 4), x: [], ...chain("b", 4) });
    lab.setPrerequisites("a3", ["b2"], 0);
    expect(orderOf(lab)).toEqual(["a1", "a2", "b1", "b2", "x", "a3", "a4", "b3", "b4"]);
  });

  test("[P3] of a fan, the dependents beyond the two ranks aren't moved", () => {
    const lab = labWith({ hub: [], near: ["hub"], late: [], far: ["hub"], farther: ["hub", "late"] });
    lab.setPrerequisites("hub", ["late"], 0);
    expect(orderOf(lab)).toEqual(["late", "hub", "near", "far", "farther"]);
  });

  test("[P3] of what a late prerequisite needs, too, only what lies between the two ranks is moved", () => {
    const lab = labWith({ early: [], job: [], other: [], middle: ["early"], late: ["middle", "early"] });
    lab.setPrerequisites("job", ["late"], 0);
    expect(orderOf(lab)).toEqual(["early", "middle", "other", "late", "job"]);
  });

  test("[P3] several late prerequisites at once come before the job, each after what it needs", () => {
    const lab = labWith({ job: [], ...chain("a", 3), ...chain("b", 3) });
    lab.setPrerequisites("job", ["b2", "a3"], 0);
    expect(orderOf(lab)).toEqual(["a1", "a2", "a3", "b1", "b2", "job", "b3"]);
  });

  test("[P3] prerequisites on both sides: the late ones are moved, the early ones stay", () => {
    const lab = labWith({ early: [], job: [], end: ["job"], late: [] });
    lab.setPrerequisites("job", ["early", "late"], 0);
    expect(orderOf(lab)).toEqual(["early", "late", "job", "end"]);
  });

  test("[P3] a chain that is turned around, edge by edge, is in order after each", () => {
    const lab = labWith(chain("a", 6));
    const wrong: string[] = [];
    for (let n = 6; n >= 1; n -= 1) lab.setPrerequisites(`a${n}`, [], 0);
    for (let n = 1; n < 6; n += 1) {
      lab.setPrerequisites(`a${n}`, [`a${n + 1}`], 0);
      wrong.push(...checkInvariants(lab));
    }
    expect([wrong, orderOf(lab)]).toEqual([[], ["a6", "a5", "a4", "a3", "a2", "a1"]]);
  });

  test("[P3] an edit that is refused as a cycle moves nothing", () => {
    const lab = labWith({ a: [], b: ["a"], x: [], c: ["b"] });
    expect([codeOf(() => lab.setPrerequisites("a", ["x", "c"], 0)), orderOf(lab)]).toEqual([
      "CYCLE",
      ["a", "b", "x", "c"],
    ]);
  });

  test("[P3] a cycle through edges that an edit has turned is found all the same", () => {
    const lab = labWith({ a: [], b: [], c: [] });
    lab.setPrerequisites("a", ["b"], 0);
    lab.setPrerequisites("b", ["c"], 0);
    expect(refusalOf(() => lab.setPrerequisites("c", ["a"], 0))?.ids).toEqual(["c", "b", "a", "c"]);
  });

  test("[P3] what is final has left the order: an edge into it searches nothing", () => {
    const lab = labWith({ job: [], a: [], b: ["a"], late: ["b"] });
    for (const id of ["b", "late"]) lab.completeByHand(id, 0);
    expect(lookedAt(lab, "job", ["late"])).toEqual([]);
  });

  test("[P3] a bulk submission is ranked topologically, behind all that was there", () => {
    const lab = labWith({ old: [] });
    lab.submitMany(
      [
        { id: "d", backoff: 1, after: ["b", "c"] },
        { id: "b", backoff: 1, after: ["a", "old"] },
        { id: "c", backoff: 1, after: ["a"] },
        { id: "a", backoff: 1 },
      ],
      0,
    );
    expect([orderOf(lab), checkInvariants(lab)]).toEqual([["old", "a", "b", "c", "d"], []]);
  });

  test("[P3] a bulk submission that is in order keeps it, and the next job comes behind", () => {
    const lab = newLab();
    const jobs = Object.entries({ ...chain("a", 4), free: [] }).map(([id, after]) => ({
      id,
      after,
      backoff: 1,
    }));
    lab.submitMany(jobs, 0);
    lab.submit("next", 1, 0);
    expect(orderOf(lab)).toEqual(["a1", "a2", "a3", "a4", "free", "next"]);
  });

  test("[P3] jobs of one call are sorted without regard to what isn't of that call", () => {
    const lab = labWith({ old: [], b: ["old"], a: ["b", "old"] });
    const sorted = sortTopologically([jobOf(lab, "a"), jobOf(lab, "b")]);
    expect("order" in sorted && sorted.order.map(({ id }) => id)).toEqual(["b", "a"]);
  });

  test("[P3] edges into a completed prerequisite break no order", () => {
    const lab = labWith({ job: [], late: [] });
    lab.completeByHand("late", 0);
    lab.setPrerequisites("job", ["late"], 0);
    expect([orderOf(lab), checkInvariants(lab)]).toEqual([["job", "late"], []]);
  });
});

import { describe, expect, test } from "vitest";
import type { Change } from "../../engine/index.ts";
import { claimJob, failJob, newLab } from "../factories.ts";

/** A lab of these jobs, and what it tells of each change from then on: its kind, its job, and the job that caused it. */
function listenTo(jobs: Readonly<Record<string, readonly string[]>>) {
  const told: string[] = [];
  const onChange = (change: Change) => {
    if (!("job" in change)) return;
    const cause = "cause" in change ? ` because of ${change.cause?.id ?? "itself"}` : "";
    told.push(`${change.job.id} ${change.kind}${cause}`);
  };
  const lab = newLab(1, { onChange });
  for (const [id, after] of Object.entries(jobs)) lab.submit(id, 1, 0, after);
  told.length = 0;
  return { lab, told };
}

describe("what the listener is told", () => {
  test("[Q1] a quarantine tells the root, and of each job of its cascade that the root stopped it", () => {
    const { lab, told } = listenTo({ a: [], b: ["a"], c: ["b"] });
    failJob(lab, "a");
    expect(told).toEqual([
      "a claimed",
      "a failed",
      "a quarantined because of itself",
      "b quarantined because of a",
      "c quarantined because of a",
    ]);
  });

  test("[S3] a job that comes late to a quarantine is stopped by the prerequisite that is there", () => {
    const { lab, told } = listenTo({ a: [], b: ["a"] });
    failJob(lab, "a");
    told.length = 0;
    lab.submit("c", 1, 0, ["b"]);
    expect(told).toEqual(["c submitted", "c quarantined because of b"]);
  });

  test("[P2] an edit tells of itself, then of the quarantine that follows from it", () => {
    const { lab, told } = listenTo({ bad: [], a: [], b: ["a"] });
    failJob(lab, "bad");
    told.length = 0;
    lab.setPrerequisites("a", ["bad"], 0);
    lab.setPrerequisites("a", [], 0);
    expect(told).toEqual([
      "a prerequisites",
      "a quarantined because of bad",
      "b quarantined because of bad",
      "a prerequisites",
      "a released because of a",
      "b released because of a",
    ]);
  });

  test("[R3] a redrive tells of its own job, and which job let the others go", () => {
    const { lab, told } = listenTo({ a: [], b: ["a"], x: [], y: ["x"] });
    failJob(lab, "a");
    failJob(lab, "x");
    told.length = 0;
    lab.redriveMany(["x", "a"], 0);
    expect(told).toEqual(["a redriven", "b released because of a", "x redriven", "y released because of x"]);
  });

  test("[O3] a completion by hand tells which job let the others go", () => {
    const { lab, told } = listenTo({ a: [], b: ["a"] });
    failJob(lab, "a");
    told.length = 0;
    lab.completeByHand("a", 0);
    expect(told).toEqual(["a completedByHand", "b released because of a"]);
  });

  test("[O4] a cancellation tells which job the dependents were cancelled with", () => {
    const { lab, told } = listenTo({ a: [], b: ["a"] });
    lab.cancel("a", 0, { withDependents: true });
    expect(told).toEqual(["a cancelled because of itself", "b cancelled because of a"]);
  });

  test("[F1] a failure tells the wait, its end and the place that follow from it, or none of it", () => {
    const told: unknown[] = [];
    const onChange = (change: Change) => {
      if (change.kind === "failed") told.push(change.retry);
    };
    const lab = newLab(2, { onChange, retryPosition: "tail" });
    lab.submit("a", 7, 0);
    failJob(lab, "a", 3);
    claimJob(lab, "a", 10);
    lab.reportFailure("a", 10);
    expect(told).toEqual([{ delay: 7, eligibleAt: 10, position: 2 }, undefined]);
  });

  test("[L2] a heartbeat is told just if it moves the deadline", () => {
    const { lab, told } = listenTo({ a: [] });
    lab.claim(0, { lease: 5 });
    for (const now of [0, 1, 1]) lab.heartbeat("a", now);
    expect(told).toEqual(["a claimed", "a extended"]);
  });
});

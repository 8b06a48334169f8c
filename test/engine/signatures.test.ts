import { describe, expect, test } from "vitest";
import { claimJob, completeJob, labWith, newLab } from "../factories.ts";

describe("O7: reasons and actors", () => {
  test("[O7] every change that a command makes is told with who gave it, and why", () => {
    const told: unknown[] = [];
    const lab = newLab(1, { onChange: (change, _at, by) => told.push([change.kind, by]) });
    lab.submit("a", 1, 0);
    lab.submit("b", 1, 0, ["a"]);
    const signature = { actor: "kim", reason: "the plate broke" };
    lab.cancel("a", 0, { withDependents: true }, signature);
    lab.pause(0, signature);
    expect(told.slice(2)).toEqual([
      ["cancelled", signature],
      ["cancelled", signature],
      ["paused", signature],
    ]);
  });

  test("[O7] a hold keeps who set it, and why", () => {
    const lab = labWith({ a: [] });
    lab.hold("a", 0, { actor: "kim", reason: "empty tips" });
    expect(lab.inner.jobs.get("a")?.hold).toEqual({ by: "kim", reason: "empty tips" });
  });

  test("[O7] what a robot or the clock changes carries no signature", () => {
    const told: unknown[] = [];
    const lab = newLab(9, { onChange: (change, _at, by) => told.push([change.kind, by]) });
    lab.submit("a", 1, 0);
    claimJob(lab, "a");
    lab.reportFailure("a", 0);
    lab.claim(1, { lease: 1 });
    completeJob(lab, "a", 3);
    expect(told).toEqual([
      ["submitted", undefined],
      ["claimed", undefined],
      ["failed", undefined],
      ["claimed", undefined],
      ["expired", "clock"],
      ["claimed", undefined],
      ["completed", undefined],
    ]);
  });
});

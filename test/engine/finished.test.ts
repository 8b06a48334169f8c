import { describe, expect, test } from "vitest";
import { checkInvariants, LabDispatcher } from "../../engine/index.ts";
import type { StoredJob } from "../../engine/stored-lab.ts";
import { claimJob, codeOf, completeJob } from "../factories.ts";

/** A lab that keeps its finished jobs elsewhere, as the durable one does. */
function labWithArchive() {
  const archive = new Map<string, StoredJob>();
  const lab = new LabDispatcher({
    maxFailures: 1,
    finished: (id) => archive.get(id),
    onChange: (change) => {
      if ("job" in change) archive.set(change.job.id, { ...change.job });
    },
  });
  return lab;
}

/** `done` is completed, `off` is cancelled, and both have left memory; `next` needs `done`. */
function labWithForgotten() {
  const lab = labWithArchive();
  lab.submit("done", 1, 0);
  lab.submit("off", 1, 0);
  lab.submit("next", 1, 0, ["done"]);
  completeJob(lab, "done");
  lab.cancel("off", 0);
  lab.forgetFinished();
  return lab;
}

describe("finished jobs leave memory", () => {
  test("[S1] their ids stay refused", () => {
    const lab = labWithForgotten();
    const codes = [
      codeOf(() => lab.submit("done", 1, 0)),
      codeOf(() => lab.submitMany([{ id: "off", backoff: 1 }], 0)),
    ];
    expect([lab.inner.jobs.size, codes]).toEqual([1, ["DUPLICATE_JOB", "DUPLICATE_JOB"]]);
  });

  test("[S3] what completed still counts as a prerequisite, what was cancelled is still refused", () => {
    const lab = labWithForgotten();
    lab.submit("more", 1, 0, ["done"]);
    lab.submitMany([{ id: "most", backoff: 1, after: ["done", "more"] }], 0);
    expect([lab.state("more"), codeOf(() => lab.submit("x", 1, 0, ["off"]))]).toEqual([
      "ready",
      "PREREQUISITE_CANCELLED",
    ]);
  });

  test("[C3] each call about one gets the refusal of its rule, never UNKNOWN_JOB", () => {
    const lab = labWithForgotten();
    const codes = [
      codeOf(() => lab.complete("done", 0, 1)),
      codeOf(() => lab.heartbeat("done", 0, 1)),
      codeOf(() => lab.reportFailure("off", 0)),
      codeOf(() => lab.redrive("done", 0)),
      codeOf(() => lab.setPrerequisites("off", [], 0)),
      codeOf(() => lab.hold("done", 0)),
      codeOf(() => lab.cancel("done", 0)),
      codeOf(() => lab.completeByHand("off", 0)),
      codeOf(() => lab.releaseClaim("done", 0)),
    ];
    expect(codes).toEqual([
      "NOT_CLAIMED",
      "NOT_CLAIMED",
      "NOT_CLAIMED",
      "NOT_QUARANTINED",
      "JOB_FINISHED",
      "JOB_FINISHED",
      "JOB_FINISHED",
      "JOB_FINISHED",
      "NOT_CLAIMED",
    ]);
  });

  test("[O6] they are still told of, and counted", () => {
    const lab = labWithForgotten();
    expect([lab.state("done"), lab.status("off", 0), lab.causes("done"), lab.counts]).toMatchObject([
      "completed",
      "cancelled",
      [],
      { completed: 1, cancelled: 1, ready: 1 },
    ]);
    expect(lab.explain("done", 0).sentence).toBe("done is completed.");
  });

  test("[P1] to need the same finished job as before is no change", () => {
    const lab = labWithForgotten();
    const { revision } = lab.inner.get("next")!;
    lab.setPrerequisites("next", ["done"], 0);
    expect(lab.inner.get("next")?.revision).toBe(revision);
  });

  test("[S2] positions and keys go on from the last that was given, whatever has left", () => {
    const lab = labWithForgotten();
    lab.submit("z", 1, 0);
    expect(lab.inner.get("z")).toMatchObject({ key: 4, position: 4 });
  });

  test("[P4] jobs come and go by the thousand, and those that stay are found, each once", () => {
    const lab = labWithArchive();
    const ids = Array.from({ length: 5_000 }, (_, index) => `s${index}`);
    for (const id of ids) lab.submit(id, 1, 0);
    for (const [index, id] of ids.entries()) {
      if (index % 3 === 0) continue;
      lab.cancel(id, 0);
      if (index % 7 === 0) lab.forgetFinished();
    }
    lab.forgetFinished();
    const kept = ids.filter((_, index) => index % 3 === 0);
    expect(lab.inner.jobs.size).toBe(kept.length);
    expect(ids.filter((id) => lab.inner.jobs.get(id) !== undefined)).toEqual(kept);
    expect(kept.every((id) => lab.inner.jobs.get(id)?.id === id)).toBe(true);
  });

  test("[R2] the rest of the lab stays sound", () => {
    const lab = labWithForgotten();
    claimJob(lab, "next");
    lab.complete("next", 0);
    lab.forgetFinished();
    lab.submit("end", 1, 0, ["next", "done"]);
    expect([lab.state("end"), checkInvariants(lab)]).toEqual(["ready", []]);
  });
});

/**
 * What each change makes of its job: facts only, no queue and no neighbour. The dispatcher evolves the job itself,
 * a preview a copy of it, so that the two can't differ (rule O7). O(1).
 */

import type { JobChange } from "./changes.ts";
import { NEVER, NO_JOBS, type Job } from "./job.ts";
import type { Millis } from "./model.ts";

export function evolve(job: Job, change: JobChange): void {
  switch (change.kind) {
    case "submitted":
      return;
    case "claimed":
      job.phase = "claimed";
      job.attempts += 1;
      job.token = change.token;
      job.lease = change.lease;
      job.deadline = change.deadline;
      return;
    case "extended":
      job.deadline = change.deadline;
      return;
    case "failed":
    case "expired":
      job.failures += 1;
      job.lifetimeFailures += 1;
      if (change.retry === undefined) return;
      job.position = change.retry.position;
      return reopen(job, change.retry.eligibleAt);
    case "takenBack":
      return reopen(job, change.eligibleAt);
    case "quarantined":
      leave(job);
      job.phase = "quarantined";
      job.failedItself = change.cause === undefined;
      job.quarantineOrder = change.order;
      return;
    case "redriven":
      job.failures = 0;
      return reopen(job, change.eligibleAt);
    case "released":
      return reopen(job, job.eligibleAt);
    case "completedByHand":
      job.byHand = true;
      return finish(job, "completed");
    case "completed":
      return finish(job, "completed");
    case "cancelled":
      return finish(job, "cancelled");
    case "prerequisites":
      job.prerequisites = change.prerequisites;
      return;
    case "priority":
      job.priority = change.priority;
      return;
    case "held":
      job.hold = change.hold;
      return;
    case "due":
      job.notBefore = 0;
      return;
    case "unheld":
      job.hold = undefined;
      return;
  }
}

function reopen(job: Job, eligibleAt: Millis): void {
  leave(job);
  job.phase = "open";
  job.eligibleAt = eligibleAt;
}

/** What is final waits for nothing, is held by nobody, and leaves the order with its edges (rule P1). */
function finish(job: Job, phase: "completed" | "cancelled"): void {
  leave(job);
  job.phase = phase;
  job.hold = undefined;
  job.prerequisites = NO_JOBS;
}

/** The facts that only a claimed job has, and those that only a quarantined one has, end with its phase. */
function leave(job: Job): void {
  if (job.phase === "claimed") {
    job.lease = NEVER;
    job.deadline = NEVER;
  } else if (job.phase === "quarantined") {
    job.failedItself = false;
    job.quarantineOrder = 0;
  }
}

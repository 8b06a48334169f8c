/** The checks that a call makes against what the dispatcher holds, each a refusal in an operator's words. */

import { isFinal, isQuarantined, NO_JOBS, type Job } from "./job.ts";
import { listed } from "./listed.ts";
import type { ClaimToken, JobId } from "./model.ts";
import { dependentsOf } from "./prerequisites.ts";
import { causesOf } from "./quarantine.ts";
import { refuse } from "./rejected.ts";
import type { CheckedSubmission } from "./submission.ts";

/** How jobs are found by their ids. */
export interface Jobs {
  get(id: JobId): Job | undefined;
}

export function existing(jobs: Jobs, id: JobId, field = "id"): Job {
  return jobs.get(id) ?? refuse("UNKNOWN_JOB", `There is no job ${id}. Check the id.`, { field, ids: [id] });
}

/** Rule C3. */
export function claimed(job: Job, token: ClaimToken | null | undefined): Job {
  const { id } = job;
  if (job.phase !== "claimed") {
    const why =
      job.phase === "open" && job.attempts > 0 ? "its last claim is over" : PHASE_IN_WORDS[job.phase];
    refuse("NOT_CLAIMED", `${id} isn't claimed: ${why}.`, {
      ids: [id],
    });
  }
  if (token !== undefined && token !== null && token !== job.token) {
    const why =
      token < job.token
        ? `${id} was claimed again since; this claim is over.`
        : `${id} has never been claimed with this token. Show the one that the claim gave.`;
    refuse("STALE_CLAIM", why, { field: "token", ids: [id] });
  }
  return job;
}

/** Rules R1, R4. */
export function quarantined(job: Job): Job {
  if (!isQuarantined(job)) {
    const { id } = job;
    refuse("NOT_QUARANTINED", `${id} isn't in quarantine: ${PHASE_IN_WORDS[job.phase]}.`, { ids: [id] });
  }
  return job;
}

/** Rule R1. */
export function redrivable(job: Job): Job {
  if (quarantined(job).stopped > 0) refuseStuck([job]);
  return job;
}

/** Rules R1, R4: `stuck` stay in quarantine because of others. */
export function refuseStuck(stuck: readonly Job[]): void {
  const [first] = stuck;
  if (first === undefined) return;
  const causes = idsOf(causesOf(first)).filter((cause) => cause !== first.id);
  refuse(
    "PREREQUISITE_QUARANTINED",
    `${first.id} needs ${listed(causes)}, in quarantine too. Redrive that first.`,
    { ids: causes },
  );
}

/** Rules P1, O1: what may still be given other prerequisites, another priority, a hold. */
export function editable(job: Job): Job {
  const { id } = job;
  if (job.phase === "claimed") {
    refuse("JOB_CLAIMED", `${id} is being worked on and can't change until that ends.`, { ids: [id] });
  }
  return unfinished(job);
}

/** Rules P1, O1, O3, O4. */
export function unfinished(job: Job): Job {
  const { id } = job;
  if (isFinal(job)) {
    refuse("JOB_FINISHED", `${id} can't change any more: ${PHASE_IN_WORDS[job.phase]}.`, { ids: [id] });
  }
  return job;
}

/** Rule O4. */
export function cancellable(job: Job, withDependents: boolean): Job {
  unfinished(job);
  if (job.dependents !== undefined && !withDependents) {
    const dependents = idsOf(dependentsOf(job));
    const { id } = job;
    const message = `${listed(dependents)} can't start without ${id}. Cancel it with its dependents, or give them other prerequisites first.`;
    refuse("HAS_DEPENDENTS", message, { field: "withDependents", ids: dependents });
  }
  return job;
}

/** Rule O8: `seen` are the revisions that the caller decided on. */
export function refuseChanged(seen: Readonly<Record<JobId, number>>, jobs: Jobs): void {
  const ids = Object.entries(seen).flatMap(([id, revision]) =>
    jobs.get(id)?.revision === revision ? [] : [id],
  );
  if (ids.length === 0) return;
  const has = ids.length === 1 ? "has" : "have";
  const message = `${listed(ids)} ${has} changed since you looked. Look at it as it is now, then decide again.`;
  refuse("CHANGED", message, { ids });
}

/** Rule S1: an id is never used twice. */
export function refuseUsed(id: JobId, jobs: Jobs, field: string): void {
  if (jobs.get(id) === undefined) return;
  refuse("DUPLICATE_JOB", `There is a job ${id} already, and an id is never used twice. Choose another.`, {
    field,
    ids: [id],
  });
}

/** Rule S5: the same over a whole list. */
export function refuseDuplicates(submissions: readonly CheckedSubmission[], jobs: Jobs): void {
  const seen = new Set<JobId>();
  for (const [index, { id }] of submissions.entries()) {
    const field = `jobs[${String(index)}].id`;
    refuseUsed(id, jobs, field);
    if (seen.has(id)) {
      refuse("DUPLICATE_JOB", `${id} is given twice in this list. Give each job an id of its own.`, {
        field,
        ids: [id],
      });
    }
    seen.add(id);
  }
}

/** The jobs that `ids` name (rule S1). */
export function prerequisitesOf(ids: readonly JobId[], jobs: Jobs, field: string): readonly Job[] {
  if (ids.length === 0) return NO_JOBS;
  return ids.map(
    (id) =>
      jobs.get(id) ??
      refuse("UNKNOWN_PREREQUISITE", `There is no job ${id} to wait for. Submit it first, or leave it out.`, {
        field,
        ids: [id],
      }),
  );
}

/** Rule S1: after every prerequisite has been looked up. */
export function refuseCancelled(prerequisites: readonly Job[], field: string): void {
  for (const { id, phase } of prerequisites) {
    if (phase !== "cancelled") continue;
    const message = `${id} is cancelled and will never complete. Leave it out.`;
    refuse("PREREQUISITE_CANCELLED", message, { field, ids: [id] });
  }
}

/** Rules P1, S5: `cycle` leads from a job to itself, each needed by the next. */
export function refuseCycle(cycle: readonly Job[] | undefined, field: string): void {
  const [first] = cycle ?? [];
  if (cycle === undefined || first === undefined) return;
  const ids = idsOf(cycle);
  refuse("CYCLE", `${first.id} would wait for itself: ${wayIn(ids)}. Leave one of these steps out.`, {
    field,
    ids,
  });
}

/** A long way is told by its ends. */
const wayIn = (ids: readonly JobId[]): string =>
  (ids.length > 12 ? [...ids.slice(0, 6), "…", ...ids.slice(-3)] : ids).join(" → ");

export function idsOf(jobs: Iterable<Job>): JobId[] {
  return Array.from(jobs, (job) => job.id);
}

const PHASE_IN_WORDS: Readonly<Record<Job["phase"], string>> = {
  open: "it is in the line",
  claimed: "it is being worked on",
  quarantined: "it is in quarantine",
  completed: "it is completed",
  cancelled: "it is cancelled",
};

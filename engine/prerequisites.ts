/**
 * The edges between jobs: who needs whom. Owns `dependents`, `unmet` and `stopped` of every job and keeps them in
 * step with `prerequisites`. An edge costs O(1) to add, to remove and to satisfy.
 */

import { bySubmission, isFinal, isQuarantined, NO_JOBS, type Job } from "./job.ts";

/** Links `job` with what it needs now, in place of `old`. */
export function relink(job: Job, old: readonly Job[]): void {
  for (const prerequisite of old) forget(prerequisite, job);
  job.unmet = 0;
  job.stopped = 0;
  for (const prerequisite of job.prerequisites) {
    if (isFinal(prerequisite)) continue;
    job.unmet += 1;
    if (isQuarantined(prerequisite)) job.stopped += 1;
    remember(prerequisite, job);
  }
}

/** `job` has completed: gives the dependents for which it was the last that they waited for (rule P4). */
export function satisfyDependents(job: Job): readonly Job[] {
  if (job.dependents === undefined) return NO_JOBS;
  const dependents = dependentsOf(job);
  job.dependents = undefined;
  for (const dependent of dependents) dependent.unmet -= 1;
  return dependents.filter((dependent) => dependent.unmet === 0);
}

/** `job` has come into quarantine (1) or left it (-1): its dependents count it. */
export function countStopped(job: Job, by: 1 | -1): void {
  for (const dependent of anyOrder(job)) dependent.stopped += by;
}

/** The dependents of `job` that are not final, in the order of their submission. */
export function dependentsOf(job: Job): readonly Job[] {
  const { dependents } = job;
  if (dependents === undefined) return NO_JOBS;
  return dependents instanceof Set ? [...dependents].sort(bySubmission) : [dependents];
}

/** The same in no order, at less cost. */
export function anyOrder({ dependents }: Job): Iterable<Job> {
  if (dependents === undefined) return NO_JOBS;
  return dependents instanceof Set ? dependents : [dependents];
}

function remember(prerequisite: Job, job: Job): void {
  const { dependents } = prerequisite;
  if (dependents === undefined) prerequisite.dependents = job;
  else if (dependents instanceof Set) dependents.add(job);
  else prerequisite.dependents = new Set([dependents, job]);
}

function forget(prerequisite: Job, job: Job): void {
  const { dependents } = prerequisite;
  if (dependents instanceof Set) dependents.delete(job);
  if (dependents === job || (dependents instanceof Set && dependents.size === 0)) {
    prerequisite.dependents = undefined;
  }
}

/**
 * The edges between jobs: who needs whom. Owns `prerequisites`, `dependents`, `unmet` and `stopped` of every job
 * and keeps them in step. An edge costs O(1) to add, to remove and to satisfy; a search for a cycle follows only
 * jobs that are not final.
 */

import { bySubmission, isFinal, isQuarantined, type Job } from "./job.ts";

const NONE: readonly Job[] = [];

/** Makes `prerequisites` the ones of `job`, in place of those it had. */
export function setEdges(job: Job, prerequisites: readonly Job[]): void {
  for (const old of job.prerequisites) {
    old.dependents?.delete(job);
    if (old.dependents?.size === 0) old.dependents = undefined;
  }
  job.prerequisites = prerequisites.length > 0 ? prerequisites : NONE;
  job.unmet = 0;
  job.stopped = 0;
  for (const prerequisite of prerequisites) {
    if (isFinal(prerequisite)) continue;
    job.unmet += 1;
    if (isQuarantined(prerequisite)) job.stopped += 1;
    (prerequisite.dependents ??= new Set()).add(job);
  }
}

/** `job` has completed: gives the dependents for which it was the last that they waited for (rule P4). */
export function satisfyDependents(job: Job): Job[] {
  const freed: Job[] = [];
  for (const dependent of dependentsOf(job)) {
    dependent.unmet -= 1;
    if (dependent.unmet === 0) freed.push(dependent);
  }
  job.dependents = undefined;
  return freed;
}

/** `job` has come into quarantine (1) or left it (-1): its dependents count it. */
export function countStopped(job: Job, by: 1 | -1): void {
  if (job.dependents) for (const dependent of job.dependents) dependent.stopped += by;
}

/** The dependents of `job` that are not final, in the order of their submission. */
export function dependentsOf(job: Job): readonly Job[] {
  if (job.dependents === undefined) return NONE;
  return job.dependents.size === 1 ? [...job.dependents] : [...job.dependents].sort(bySubmission);
}

/**
 * The way by which `job` would wait for itself if it needed `prerequisites`: `[job, …, job]`, each needed by
 * the next; undefined if there is none (rule P1). O(jobs and edges ahead of the prerequisites).
 */
export function findCycle(job: Job, prerequisites: readonly Job[]): Job[] | undefined {
  const neededBy = new Map<Job, Job>();
  const stack: Job[] = [];
  const visit = (needed: Job, by: Job) => {
    if (isFinal(needed) || neededBy.has(needed)) return;
    neededBy.set(needed, by);
    stack.push(needed);
  };
  for (const prerequisite of prerequisites) visit(prerequisite, job);
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (at === job) return pathBack(job, neededBy);
    for (const prerequisite of at.prerequisites) visit(prerequisite, at);
  }
  return undefined;
}

function pathBack(job: Job, neededBy: ReadonlyMap<Job, Job>): Job[] {
  const path = [job];
  for (let at = neededBy.get(job); at !== undefined && at !== job; at = neededBy.get(at)) path.push(at);
  return [...path, job];
}

/**
 * A way by which some of `jobs`, not yet linked, wait for themselves: `[job, …, job]`, each needed by the next;
 * undefined if there is none (rule S5). O(jobs and edges among them).
 */
export function findCycleAmong(jobs: readonly Job[]): Job[] | undefined {
  const missing = new Map(jobs.map((job) => [job, 0]));
  const neededBy = new Map<Job, Job[]>();
  for (const job of jobs) {
    for (const prerequisite of job.prerequisites) {
      if (!missing.has(prerequisite)) continue;
      missing.set(job, (missing.get(job) ?? 0) + 1);
      const dependents = neededBy.get(prerequisite);
      if (dependents) dependents.push(job);
      else neededBy.set(prerequisite, [job]);
    }
  }
  const startable = jobs.filter((job) => missing.get(job) === 0);
  for (const job of startable) {
    missing.delete(job);
    for (const dependent of neededBy.get(job) ?? []) {
      const left = (missing.get(dependent) ?? 0) - 1;
      missing.set(dependent, left);
      if (left === 0) startable.push(dependent);
    }
  }
  // What is left waits for something that is left: going back along such edges must come round.
  const path: Job[] = [];
  const seen = new Map<Job, number>();
  let [at] = missing.keys();
  for (; at !== undefined && !seen.has(at); at = at.prerequisites.find((job) => missing.has(job))) {
    seen.set(at, path.length);
    path.push(at);
  }
  return at && [...path.slice(seen.get(at)), at].reverse();
}

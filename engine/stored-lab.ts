/** What a dispatcher must be given to go on where another one stopped, and how its jobs are made from it. */

import type { Job } from "./job.ts";
import { isFinal } from "./job.ts";
import type { Millis } from "./model.ts";
import { setEdges } from "./prerequisites.ts";

export interface StoredLab {
  readonly clock: Millis;
  readonly lastToken: number;
  readonly lastQuarantineOrder: number;
  /** In the order of submission. */
  readonly jobs: readonly StoredJob[];
  /** The keys of a job that is not final and of one that it needs, in the order in which they were given. */
  readonly edges: Iterable<readonly [job: number, prerequisite: number]>;
}

/** The facts of a job that cannot be derived. */
export type StoredJob = Pick<
  Job,
  | "key"
  | "id"
  | "backoff"
  | "position"
  | "phase"
  | "failures"
  | "lifetimeFailures"
  | "attempts"
  | "eligibleAt"
  | "token"
  | "failedItself"
  | "quarantineOrder"
>;

/** Jobs with their edges linked, in the order of submission. O(jobs + edges). */
export function rebuildJobs({ jobs: stored, edges }: Pick<StoredLab, "jobs" | "edges">): Job[] {
  const jobs = stored.map((facts) => newJob(facts));
  const byKey = new Map(jobs.map((job) => [job.key, job]));
  const needs = new Map<Job, Job[]>();
  for (const [key, prerequisiteKey] of edges) {
    const job = byKey.get(key);
    const prerequisite = byKey.get(prerequisiteKey);
    if (!job || !prerequisite)
      throw new Error(`edge ${String(key)} → ${String(prerequisiteKey)} names no job`);
    if (isFinal(job)) continue;
    const list = needs.get(job);
    if (list) list.push(prerequisite);
    else needs.set(job, [prerequisite]);
  }
  for (const [job, prerequisites] of needs) setEdges(job, prerequisites);
  return jobs;
}

/** A job with these facts and no edges yet. */
export function newJob(facts: StoredJob): Job {
  return { ...facts, prerequisites: [], dependents: undefined, unmet: 0, stopped: 0, slot: -1 };
}

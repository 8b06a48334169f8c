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
  | "revision"
>;

/** Jobs with their edges linked, in the order of submission. O(jobs + edges). */
export function rebuildJobs({ jobs: stored, edges }: Pick<StoredLab, "jobs" | "edges">): Job[] {
  const jobs = stored.map((facts) => unlinked(facts, []));
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

/** A lab in which nothing has happened yet. */
export const NOTHING_STORED: StoredLab = {
  clock: 0,
  lastToken: 0,
  lastQuarantineOrder: 0,
  jobs: [],
  edges: [],
};

/** A job of which nothing is known but what it was submitted with; `prerequisites` are not linked yet. */
export function newJob(
  submitted: Pick<Job, "key" | "id" | "backoff" | "position" | "eligibleAt">,
  prerequisites: readonly Job[],
): Job {
  return unlinked({ ...submitted, ...UNTRIED }, prerequisites);
}

const UNTRIED = {
  phase: "open",
  failures: 0,
  lifetimeFailures: 0,
  attempts: 0,
  token: 0,
  failedItself: false,
  quarantineOrder: 0,
  revision: 0,
} as const;

function unlinked(facts: StoredJob, prerequisites: readonly Job[]): Job {
  return { ...facts, prerequisites, dependents: undefined, unmet: 0, stopped: 0, slot: -1 };
}

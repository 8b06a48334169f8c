/** What a dispatcher must be given to go on where another one stopped, and how its jobs are made from it. */

import { newJob, NO_JOBS, type Job } from "./job.ts";
import type { Millis } from "./model.ts";
import { relink } from "./prerequisites.ts";
import { sortTopologically } from "./topological-order.ts";

/** What the dispatcher counts and keeps beside its jobs. */
export interface Counters {
  /** Running time. */
  readonly clock: Millis;
  readonly lastKey: number;
  readonly lastToken: number;
  readonly lastPosition: number;
  readonly lastQuarantineOrder: number;
  readonly paused: boolean;
  /** How many jobs are completed, and cancelled: those that are not among the stored jobs, too. */
  readonly completed: number;
  readonly cancelled: number;
}

export interface StoredLab extends Counters {
  /** In the order of submission: all that are not final, and the final ones that these need. */
  readonly jobs: readonly StoredJob[];
  /** The keys of a job that is not final and of one that it needs, in the order in which they were given. */
  readonly edges: Iterable<readonly [job: number, prerequisite: number]>;
}

/** The facts of a job that cannot be derived. */
export type StoredJob = Omit<Job, "prerequisites" | "dependents" | "unmet" | "stopped" | "rank" | "slot">;

/** A job as it was stored, nothing linked. */
export const rebuiltJob = (facts: StoredJob): Job => Object.assign(newJob(facts, NO_JOBS), facts);

/** Jobs with their edges linked, in the order of submission. O(jobs + edges). */
export function rebuildJobs({ jobs: stored, edges }: Pick<StoredLab, "jobs" | "edges">): Job[] {
  const jobs = stored.map(rebuiltJob);
  const byKey = new Map(jobs.map((job) => [job.key, job]));
  const needs = new Map<Job, Job[]>();
  for (const [key, prerequisiteKey] of edges) {
    const job = byKey.get(key);
    const prerequisite = byKey.get(prerequisiteKey);
    if (!job || !prerequisite)
      throw new Error(`edge ${String(key)} → ${String(prerequisiteKey)} names no job`);
    const list = needs.get(job);
    if (list) list.push(prerequisite);
    else needs.set(job, [prerequisite]);
  }
  for (const [job, prerequisites] of needs) {
    job.prerequisites = prerequisites;
    relink(job, NO_JOBS);
  }
  rank(jobs);
  return jobs;
}

/** Ranks aren't stored: any topological order will do (rule P3). Those to come are higher than the keys so far. */
function rank(jobs: readonly Job[]): void {
  const sorted = sortTopologically(jobs);
  if ("cycle" in sorted) throw new Error(`${String(sorted.cycle[0]?.id)} waits for itself`);
  const ranks = jobs.map(({ key }) => key);
  for (const [index, job] of sorted.order.entries()) job.rank = ranks[index] ?? job.key;
}

/** A lab in which nothing has happened yet. */
export const NOTHING_STORED: StoredLab = {
  clock: 0,
  lastKey: 0,
  lastToken: 0,
  lastPosition: 0,
  lastQuarantineOrder: 0,
  paused: false,
  completed: 0,
  cancelled: 0,
  jobs: [],
  edges: [],
};

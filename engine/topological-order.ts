/**
 * An order of all jobs that are not final in which every job comes after what it needs, kept online: `rank` is
 * the place. New jobs come last. An edge that agrees with the order costs no search; one that doesn't searches
 * only between the two ranks, and moves only what it finds there (Pearce and Kelly, "A dynamic topological sort
 * algorithm for directed acyclic graphs", 2006).
 */

import { isFinal, type Job } from "./job.ts";
import { anyOrder } from "./prerequisites.ts";

/**
 * Makes room in the order for edges from `prerequisites` to `job` (rules P1, P3). If they would make `job` wait
 * for itself, gives that way, `[job, …, job]`, each needed by the next, and moves nothing. An order that agrees
 * with the new edges agrees with the old ones too, whether or not the new ones are made then.
 */
export function makeRoom(job: Job, prerequisites: readonly Job[]): Job[] | undefined {
  if (prerequisites.includes(job)) return [job, job];
  const late = prerequisites.filter((needed) => needed.rank > job.rank && !isFinal(needed));
  if (late.length === 0) return undefined;
  const highest = late.reduce((rank, needed) => Math.max(rank, needed.rank), 0);
  const after = reachAfter(job, highest);
  const ownDependent = late.find((needed) => after.has(needed));
  if (ownDependent) return pathTo(ownDependent, after, job);
  reorder(byRank(reachBefore(late, job.rank)), byRank(after.keys()));
  return undefined;
}

/** `job` and what needs it, up to `highest`: each with the job through which it was reached. */
function reachAfter(job: Job, highest: number): Map<Job, Job> {
  const reached = new Map([[job, job]]);
  for (const at of reached.keys()) {
    for (const dependent of anyOrder(at)) {
      if (dependent.rank <= highest && !reached.has(dependent)) reached.set(dependent, at);
    }
  }
  return reached;
}

/** `jobs` and what they need, down to `lowest`. */
function reachBefore(jobs: readonly Job[], lowest: number): Set<Job> {
  const reached = new Set(jobs);
  for (const at of reached) {
    for (const needed of at.prerequisites) if (needed.rank > lowest && !isFinal(needed)) reached.add(needed);
  }
  return reached;
}

/** Shares the ranks of all these out anew, so that `first` come before `then`. */
function reorder(first: readonly Job[], then: readonly Job[]): void {
  const jobs = [...first, ...then];
  const ranks = jobs.map(({ rank }) => rank).sort((a, b) => a - b);
  for (const [index, job] of jobs.entries()) job.rank = ranks[index] ?? job.rank;
}

function pathTo(end: Job, reachedFrom: ReadonlyMap<Job, Job>, start: Job): Job[] {
  const path = [start, end];
  for (let at = reachedFrom.get(end); at !== undefined && at !== start; at = reachedFrom.get(at))
    path.push(at);
  return [...path, start].reverse();
}

const byRank = (jobs: Iterable<Job>): Job[] => [...jobs].sort((a, b) => a.rank - b.rank);

/** `jobs`, not ranked yet, in an order in which each comes after those of them that it needs, or a cycle. */
export type Sorted = { readonly order: readonly Job[] } | { readonly cycle: Job[] };

/** Sorts jobs of one call, or of one file, which may need each other in any order (rule S5). O(jobs and edges). */
export function sortTopologically(jobs: readonly Job[]): Sorted {
  if (isSorted(jobs)) return { order: jobs };
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
  const order = jobs.filter((job) => missing.get(job) === 0);
  for (const job of order) {
    missing.delete(job);
    for (const dependent of neededBy.get(job) ?? []) {
      const left = (missing.get(dependent) ?? 0) - 1;
      missing.set(dependent, left);
      if (left === 0) order.push(dependent);
    }
  }
  return missing.size === 0 ? { order } : { cycle: cycleAmong(missing) };
}

/** Whether each job comes after what it needs, as it does in most files. */
function isSorted(jobs: readonly Job[]): boolean {
  const ahead = new Set(jobs);
  for (const job of jobs) {
    if (job.prerequisites.some((needed) => ahead.has(needed))) return false;
    ahead.delete(job);
  }
  return true;
}

/** Each of `left` waits for another of them: going back along such edges must come round. */
function cycleAmong(left: ReadonlyMap<Job, number>): Job[] {
  const path: Job[] = [];
  const seen = new Map<Job, number>();
  let [at] = left.keys();
  for (; at !== undefined && !seen.has(at); at = at.prerequisites.find((job) => left.has(job))) {
    seen.set(at, path.length);
    path.push(at);
  }
  return at === undefined ? [] : [...path.slice(seen.get(at)), at].reverse();
}

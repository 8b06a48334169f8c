/**
 * The jobs that are not handed out any more, in the order in which they came (rule Q2), and the walks from one
 * job to what goes along with it: into quarantine, or out of the lab. Each walk costs its own length.
 */

import type { JobChange } from "./changes.ts";
import { isQuarantined, type Job } from "./job.ts";
import { countStopped, dependentsOf } from "./prerequisites.ts";
import { JobRun } from "./run.ts";

export class Quarantine {
  readonly #jobs = new JobRun();

  /** `jobs`: those that are in it already, in their order. */
  constructor(jobs: Iterable<Job>) {
    for (const job of jobs) this.#jobs.push(job);
  }

  enter(job: Job): void {
    this.#jobs.push(job);
    countStopped(job, 1);
  }

  leave(job: Job): void {
    this.#jobs.remove(job);
    countStopped(job, -1);
  }

  has(job: Job): boolean {
    return this.#jobs.has(job);
  }

  [Symbol.iterator](): Iterator<Job> {
    return this.#jobs[Symbol.iterator]();
  }
}

/** Order of entry. */
export const byQuarantineOrder = (a: Job, b: Job): number => a.quarantineOrder - b.quarantineOrder;

/**
 * What goes into quarantine with `first`: itself, then breadth first every open job that depends on one of these,
 * the dependents of one job in the order of their submission (rule Q1).
 */
const stoppedWith = (first: Job): Job[] =>
  first.dependents === undefined ? [first] : reachedFrom([first], ({ phase }) => phase === "open");

/**
 * The changes by which `first` and what depends on it go into quarantine; `cause` stopped it, if it didn't fail itself;
 * `lastOrder`: how many have ever come in (rule Q1).
 */
export function quarantineOf(first: Job, cause: Job | undefined, lastOrder: number): JobChange[] {
  return stoppedWith(first).map((job, index) => ({
    kind: "quarantined",
    job,
    cause: job === first ? cause : (cause ?? first),
    order: lastOrder + 1 + index,
  }));
}

/** What is cancelled with `first`: itself, then breadth first all its dependents (rule O4). */
export const cancelledWith = (first: Job): Job[] => reachedFrom([first], () => true);

/** The jobs in quarantine that depend on one of `jobs`, directly or through others there, without these. */
export const heldBehind = (jobs: ReadonlySet<Job>): Job[] =>
  reachedFrom(jobs, isQuarantined).filter((job) => !jobs.has(job));

/** A job that is final has no dependents and is nobody's dependent, so that no walk comes past one. */
function reachedFrom(firsts: Iterable<Job>, goesOn: (dependent: Job) => boolean): Job[] {
  const reached = new Set(firsts);
  for (const job of reached) {
    for (const dependent of dependentsOf(job)) if (goesOn(dependent)) reached.add(dependent);
  }
  return [...reached];
}

/** The jobs that failed themselves and keep `job` in quarantine, in quarantine order (rule Q4). */
export function causesOf(job: Job): Job[] {
  if (!isQuarantined(job)) return [];
  const reached = new Set([job]);
  for (const at of reached) {
    for (const prerequisite of at.prerequisites) if (isQuarantined(prerequisite)) reached.add(prerequisite);
  }
  return [...reached].filter((at) => at.failedItself).sort(byQuarantineOrder);
}

/** A walk for showing goes over at most so many jobs. */
const FAR_ENOUGH = 1_000;

/**
 * The nearest `most` of the other jobs that would keep `job` in quarantine once `leaving` have left it: for showing,
 * at a bounded cost.
 */
export function nearestCausesWithout(leaving: ReadonlySet<Job>, job: Job, most: number): Job[] {
  const reached = new Set([job]);
  const found: Job[] = [];
  for (const at of reached) {
    if (at.failedItself && at !== job) found.push(at);
    if (found.length === most) break;
    for (const prerequisite of at.prerequisites) {
      if (reached.size > FAR_ENOUGH) break;
      if (isQuarantined(prerequisite) && !leaving.has(prerequisite)) reached.add(prerequisite);
    }
  }
  return found.sort(byQuarantineOrder);
}

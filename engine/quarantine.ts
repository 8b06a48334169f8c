/**
 * The jobs that are not handed out any more, in the order in which they came (rule Q2), and the walks over
 * them: what a failed job stops, what keeps a job here, what a redrive lets go. Each walk costs its own length.
 */

import { isQuarantined, type Job } from "./job.ts";
import { countStopped, dependentsOf } from "./prerequisites.ts";

export class Quarantine {
  /** A Set keeps the order of entry. */
  readonly #jobs = new Set<Job>();
  #lastOrder: number;

  /** `lastOrder`: how many have ever come in; `jobs`: those that are in it, in their order. */
  constructor(lastOrder = 0, jobs: Iterable<Job> = []) {
    for (const job of jobs) this.#jobs.add(job);
    this.#lastOrder = lastOrder;
  }

  get lastOrder(): number {
    return this.#lastOrder;
  }

  enter(job: Job, failedItself: boolean): void {
    job.failedItself = failedItself;
    job.quarantineOrder = ++this.#lastOrder;
    this.#jobs.add(job);
    countStopped(job, 1);
  }

  leave(job: Job): void {
    job.failedItself = false;
    job.quarantineOrder = 0;
    this.#jobs.delete(job);
    countStopped(job, -1);
  }

  [Symbol.iterator](): IterableIterator<Job> {
    return this.#jobs.values();
  }
}

/**
 * Does `act` to `first`, then to those of the dependents of each job done so far that `follows` admits: breadth
 * first, the dependents of one job in the order of their submission (rules Q1, R2). Gives them in that order.
 */
export function spread(first: Job, follows: (dependent: Job) => boolean, act: (job: Job) => void): Job[] {
  const line = [first];
  act(first);
  for (const job of line) {
    for (const dependent of dependentsOf(job)) {
      if (!follows(dependent)) continue;
      act(dependent);
      line.push(dependent);
    }
  }
  return line;
}

/** Whether it goes into quarantine when a prerequisite of it does (rule Q1). */
export const isStoppable = (job: Job): boolean => job.phase === "open";

/** Whether nothing keeps it in quarantine any more (rule R2). */
export const isFreed = (job: Job): boolean => isQuarantined(job) && !job.failedItself && job.stopped === 0;

/** The jobs that failed themselves and keep `job` in quarantine, in quarantine order (rule Q4). */
export function causesOf(job: Job): Job[] {
  if (!isQuarantined(job)) return [];
  const reached = new Set([job]);
  for (const at of reached) {
    for (const prerequisite of at.prerequisites) if (isQuarantined(prerequisite)) reached.add(prerequisite);
  }
  return [...reached].filter((at) => at.failedItself).sort((a, b) => a.quarantineOrder - b.quarantineOrder);
}

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

/** Order of entry. */
export const byQuarantineOrder = (a: Job, b: Job): number => a.quarantineOrder - b.quarantineOrder;

/**
 * What goes into quarantine with `first`: itself, then breadth first every open job that depends on one of these,
 * the dependents of one job in the order of their submission (rule Q1).
 */
export function stoppedWith(first: Job): Job[] {
  const stopped = new Set([first]);
  for (const job of stopped) {
    for (const dependent of dependentsOf(job)) if (dependent.phase === "open") stopped.add(dependent);
  }
  return [...stopped];
}

/**
 * What leaves quarantine with `first`: itself, then breadth first every dependent that didn't fail itself and has
 * no prerequisite left that stays, the dependents of one job in the order of their submission (rule R2).
 */
export function freedWith(first: Job): Job[] {
  const freed = new Set<Job>();
  /** How many of a job's quarantined prerequisites are among the freed. */
  const opened = new Map<Job, number>();
  const free = (job: Job) => {
    freed.add(job);
    for (const dependent of job.dependents ?? []) opened.set(dependent, (opened.get(dependent) ?? 0) + 1);
  };
  free(first);
  for (const job of freed) {
    for (const dependent of dependentsOf(job)) {
      if (freed.has(dependent) || !isQuarantined(dependent) || dependent.failedItself) continue;
      if (dependent.stopped === opened.get(dependent)) free(dependent);
    }
  }
  return [...freed];
}

/** The jobs in quarantine that depend on `first`, directly or through others there, breadth first. */
export function heldBehind(first: Job): Job[] {
  const held = new Set([first]);
  for (const job of held)
    for (const dependent of dependentsOf(job)) if (isQuarantined(dependent)) held.add(dependent);
  return [...held].slice(1);
}

/** Whether nothing keeps it in quarantine any more (rules R2, P2). */
export const isFreed = (job: Job): boolean => isQuarantined(job) && !job.failedItself && job.stopped === 0;

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

/** The nearest `most` of the causes of `job` other than itself and `known`: for showing, at a bounded cost. */
export function nearestOtherCauses(job: Job, known: Job, most: number): Job[] {
  const reached = new Set([job]);
  const found: Job[] = [];
  for (const at of reached) {
    if (at.failedItself && at !== job && at !== known) found.push(at);
    if (found.length === most) break;
    for (const prerequisite of at.prerequisites) {
      if (reached.size > FAR_ENOUGH) break;
      if (isQuarantined(prerequisite)) reached.add(prerequisite);
    }
  }
  return found.sort(byQuarantineOrder);
}

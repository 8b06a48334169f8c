/**
 * What leaves quarantine: worked out ahead, without changing anything, so that a redrive of many can be refused
 * after all, and a preview tells just what would happen. O(what is behind the jobs, with its edges).
 */

import { Heap, type Slotted } from "./heap.ts";
import { isQuarantined, NOWHERE, type Job } from "./job.ts";
import { anyOrder, dependentsOf } from "./prerequisites.ts";
import { byQuarantineOrder } from "./quarantine.ts";

/** A job that leaves; `cause` is the one that it was let go with, itself if it is redriven. */
export interface Freed {
  readonly job: Job;
  readonly cause: Job;
}

/**
 * What is let go when `first` leaves quarantine: breadth first every dependent that didn't fail itself and has no
 * prerequisite left that stays, the dependents of one job in the order of their submission (rule R2).
 */
export function freedWith(first: Job): Freed[] {
  return first.dependents === undefined ? [] : new Release().free(first).slice(1);
}

/**
 * Redrives `named`, jobs in quarantine, one after the other: always the first, in quarantine order, that no
 * prerequisite keeps there any more (rule R4). `stuck`: those that are left, in quarantine order.
 */
export function redriveOf(named: ReadonlySet<Job>): { readonly freed: Freed[]; readonly stuck: Job[] } {
  const startable = new Heap<Startable>((a, b) => byQuarantineOrder(a.job, b.job) < 0);
  const add = (job: Job) => startable.add({ job, slot: NOWHERE });
  const release = new Release((job) => {
    if (named.has(job)) add(job);
  });
  for (const job of named) if (release.isOpen(job)) add(job);
  const lines: Freed[][] = [];
  for (let next = startable.first; next !== undefined; next = startable.first) {
    startable.remove(next);
    lines.push(release.free(next.job));
  }
  return {
    freed: lines.flat(),
    stuck: [...named].filter((job) => !release.isFreed(job)).sort(byQuarantineOrder),
  };
}

/** A job that can be redriven next. Its own slot is the quarantine's. */
interface Startable extends Slotted {
  readonly job: Job;
}

class Release {
  readonly #freed = new Set<Job>();
  /** How many of a job's quarantined prerequisites are among the freed. */
  readonly #opened = new Map<Job, number>();
  readonly #onOpenRoot: (job: Job) => void;

  /** `onOpenRoot` is told of each job that failed itself and has no prerequisite left that stays. */
  constructor(onOpenRoot: (job: Job) => void = () => {}) {
    this.#onOpenRoot = onOpenRoot;
  }

  isFreed(job: Job): boolean {
    return this.#freed.has(job);
  }

  isOpen(job: Job): boolean {
    return job.stopped === (this.#opened.get(job) ?? 0);
  }

  free(first: Job): Freed[] {
    const line: Freed[] = [];
    const join = (job: Job) => {
      line.push({ job, cause: first });
      this.#freed.add(job);
      for (const dependent of anyOrder(job)) this.#open(dependent);
    };
    join(first);
    for (const { job } of line) {
      for (const dependent of dependentsOf(job)) {
        if (
          isQuarantined(dependent) &&
          !dependent.failedItself &&
          !this.isFreed(dependent) &&
          this.isOpen(dependent)
        ) {
          join(dependent);
        }
      }
    }
    return line;
  }

  #open(dependent: Job): void {
    this.#opened.set(dependent, (this.#opened.get(dependent) ?? 0) + 1);
    if (dependent.failedItself && this.isOpen(dependent)) this.#onOpenRoot(dependent);
  }
}

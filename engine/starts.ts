/**
 * The earliest starts that are still ahead, by the wall clock, which may jump either way: what was reached once is
 * dropped (rule T5). A job keeps its place here whatever becomes of it meanwhile. O(log n) a call, `next` O(1).
 */

import { Heap, type Slotted } from "./heap.ts";
import { isFinal, NOWHERE, type Job } from "./job.ts";
import type { Millis } from "./model.ts";

/** A job's own slot is that of the queue it stands in. */
interface Start extends Slotted {
  readonly at: Millis;
  readonly job: Job;
}

export class Starts {
  readonly #ahead = new Heap<Start>((a, b) => a.at < b.at || (a.at === b.at && a.job.key < b.job.key));

  get next(): Millis | undefined {
    return this.#ahead.first?.at;
  }

  add(job: Job): void {
    if (job.notBefore > 0) this.#ahead.add({ at: job.notBefore, job, slot: NOWHERE });
  }

  /** Takes out the first that is reached at `wall`; those of jobs that are final go without a word. */
  takeReached(wall: Millis): Job | undefined {
    for (let { first } = this.#ahead; first !== undefined && first.at <= wall; { first } = this.#ahead) {
      this.#ahead.remove(first);
      if (!isFinal(first.job)) return first.job;
    }
    return undefined;
  }

  /** Those of jobs that are not final, in no order: for `invariants.ts`. */
  [Symbol.iterator](): Iterator<Job> {
    return Array.from(this.#ahead, ({ job }) => job)
      .filter((job) => !isFinal(job))
      .values();
  }
}

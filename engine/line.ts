/**
 * The open jobs whose prerequisites are all completed: those that can be claimed now, by position, and those
 * that wait out a backoff, by eligible time. `advance` moves jobs from the second heap to the first: each job
 * once per wait, O(log n).
 */

import { JobHeap } from "./heap.ts";
import type { Job } from "./job.ts";
import type { Millis } from "./model.ts";

export class Line {
  readonly ready = new JobHeap((a, b) => a.position < b.position);
  readonly waiting = new JobHeap(
    (a, b) => a.eligibleAt < b.eligibleAt || (a.eligibleAt === b.eligibleAt && a.position < b.position),
  );

  enter(job: Job, clock: Millis): void {
    (job.eligibleAt > clock ? this.waiting : this.ready).add(job);
  }

  /** Takes `job` out of the line, if it stands in it. */
  leave(job: Job): void {
    if (this.ready.has(job)) this.ready.remove(job);
    else if (this.waiting.has(job)) this.waiting.remove(job);
  }

  advance(clock: Millis): void {
    for (let job = this.waiting.first; job && job.eligibleAt <= clock; job = this.waiting.first) {
      this.waiting.remove(job);
      this.ready.add(job);
    }
  }
}

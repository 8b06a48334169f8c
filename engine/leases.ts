/**
 * The claims that end by themselves, by deadline. A heartbeat moves its claim in the queue, so that no old entry
 * is left behind that could expire a new claim. O(log n) at most a call; O(1) where all leases are equally long.
 */

import { NEVER, type Job } from "./job.ts";
import type { Millis } from "./model.ts";
import { JobQueue } from "./queue.ts";

/** Equal deadlines in the order they were claimed: tokens count the claims (rule T2). */
const byDeadline = (a: Job, b: Job): boolean =>
  a.deadline < b.deadline || (a.deadline === b.deadline && a.token < b.token);

export class Leases {
  readonly queue = new JobQueue(byDeadline);

  /** The claim of `job` has begun, or its deadline has moved. */
  begin(job: Job): void {
    if (job.lease !== NEVER) this.queue.add(job);
  }

  /** The claim of `job` is over, or its deadline is about to move. */
  end(job: Job): void {
    if (job.lease !== NEVER) this.queue.remove(job);
  }

  /** The claim that ends first, if it is over at `now`. */
  dueAt(now: Millis): Job | undefined {
    const { first } = this.queue;
    return first !== undefined && first.deadline <= now ? first : undefined;
  }

  get nextDeadline(): Millis | undefined {
    return this.queue.first?.deadline;
  }
}

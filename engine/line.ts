/**
 * The open jobs whose prerequisites are all completed: those that can be claimed now, a queue for each set of
 * required capabilities; those that wait for their time; and those that somebody holds. `advance` moves jobs from
 * waiting to ready, each once per wait; those before their earliest start wait for the wall clock. O(log n) at most, and
 * `firstFor` O(sets of capabilities).
 */

import type { Job } from "./job.ts";
import type { Millis } from "./model.ts";
import { JobQueue } from "./queue.ts";

/** Rule C1. */
const byTurn = (a: Job, b: Job): boolean =>
  a.priority > b.priority || (a.priority === b.priority && a.position < b.position);

const byEligibleTime = (a: Job, b: Job): boolean =>
  a.eligibleAt < b.eligibleAt || (a.eligibleAt === b.eligibleAt && a.position < b.position);

export class Line {
  /** Ready jobs that any robot can do. */
  readonly #plain = new JobQueue(byTurn);
  /** The other ready jobs by the text of what they require; no queue is empty. */
  readonly #skilled = new Map<string, JobQueue>();
  readonly waiting = new JobQueue(byEligibleTime);
  /** Those before their earliest start. */
  readonly early = new Set<Job>();
  readonly held = new Set<Job>();
  #ready = 0;

  get ready(): number {
    return this.#ready;
  }

  /** The queues of ready jobs. */
  get queues(): readonly JobQueue[] {
    return [this.#plain, ...this.#skilled.values()];
  }

  /**
   * The first ready job that `station` can do with these capabilities; undefined: with any (rules C1, C2, S4).
   */
  firstFor(capabilities: ReadonlySet<string> | undefined, station?: string | null): Job | undefined {
    let first = this.#plain.first;
    if (this.#skilled.size === 0) return first;
    for (const queue of this.#skilled.values()) {
      const candidate = queue.first;
      if (candidate === undefined || (first !== undefined && byTurn(first, candidate))) continue;
      const { terms } = candidate;
      if (terms.station !== undefined && terms.station !== station) continue;
      if (capabilities === undefined || terms.requires.every((name) => capabilities.has(name))) {
        first = candidate;
      }
    }
    return first;
  }

  enter(job: Job, clock: Millis): void {
    if (job.hold !== undefined) this.held.add(job);
    else if (job.notBefore > 0) this.early.add(job);
    else if (job.eligibleAt > clock) this.waiting.add(job);
    else this.#enterReady(job);
  }

  /** `job` stands in the line. */
  leave(job: Job, clock: Millis): void {
    if (job.hold !== undefined) this.held.delete(job);
    else if (job.notBefore > 0) this.early.delete(job);
    else if (job.eligibleAt > clock) this.waiting.remove(job);
    else this.#leaveReady(job);
  }

  advance(clock: Millis): void {
    for (let job = this.waiting.first; job && job.eligibleAt <= clock; job = this.waiting.first) {
      this.waiting.remove(job);
      this.#enterReady(job);
    }
  }

  #enterReady(job: Job): void {
    const { skills } = job.terms;
    let queue = skills === "" ? this.#plain : this.#skilled.get(skills);
    if (queue === undefined) this.#skilled.set(skills, (queue = new JobQueue(byTurn)));
    queue.add(job);
    this.#ready += 1;
  }

  #leaveReady(job: Job): void {
    const { skills } = job.terms;
    const queue = skills === "" ? this.#plain : this.#skilled.get(skills);
    queue?.remove(job);
    if (queue !== this.#plain && queue?.size === 0) this.#skilled.delete(skills);
    this.#ready -= 1;
  }
}

/**
 * A binary heap of jobs that knows where each job stands, so that any of them can be taken out.
 * A job stands in at most one queue at a time; its `slot` is this heap's to keep. O(log n) a call, `first` O(1).
 */

import { NOWHERE, type Job } from "./job.ts";

export type GoesBefore = (a: Job, b: Job) => boolean;

export class JobHeap {
  readonly #jobs: Job[] = [];
  readonly #goesBefore: GoesBefore;

  constructor(goesBefore: GoesBefore) {
    this.#goesBefore = goesBefore;
  }

  get size(): number {
    return this.#jobs.length;
  }

  get first(): Job | undefined {
    return this.#jobs[0];
  }

  has(job: Job): boolean {
    return job.slot >= 0 && this.#jobs[job.slot] === job;
  }

  add(job: Job): void {
    this.#jobs.push(job);
    this.#rise(job, this.#jobs.length - 1);
  }

  remove(job: Job): void {
    const slot = job.slot;
    const last = this.#jobs.pop();
    job.slot = NOWHERE;
    if (last === undefined || last === job) return;
    this.#rise(last, slot);
    this.#sink(last, last.slot);
  }

  /** In the order of the heap, which is not the order of the jobs. */
  [Symbol.iterator](): IterableIterator<Job> {
    return this.#jobs.values();
  }

  #rise(job: Job, from: number): void {
    let slot = from;
    while (slot > 0) {
      const parentSlot = (slot - 1) >> 1;
      const parent = this.#at(parentSlot);
      if (!this.#goesBefore(job, parent)) break;
      this.#put(parent, slot);
      slot = parentSlot;
    }
    this.#put(job, slot);
  }

  #sink(job: Job, from: number): void {
    const size = this.#jobs.length;
    let slot = from;
    for (let childSlot = 2 * slot + 1; childSlot < size; childSlot = 2 * slot + 1) {
      const sibling = childSlot + 1;
      if (sibling < size && this.#goesBefore(this.#at(sibling), this.#at(childSlot))) childSlot = sibling;
      const child = this.#at(childSlot);
      if (!this.#goesBefore(child, job)) break;
      this.#put(child, slot);
      slot = childSlot;
    }
    this.#put(job, slot);
  }

  #put(job: Job, slot: number): void {
    this.#jobs[slot] = job;
    job.slot = slot;
  }

  #at(slot: number): Job {
    return this.#jobs[slot] as Job;
  }
}

/**
 * Jobs that came in order: a ring to whose end jobs are added and from which any can be taken out, which leaves
 * a hole. Everything O(1), spread over the calls: when the ring is full, the jobs move up over the holes or into
 * a larger one.
 */

import { NOWHERE, type Job } from "./job.ts";

const SMALLEST = 8;

export class JobRun {
  /** Its length is a power of two. */
  #ring: (Job | undefined)[] = [];
  /** Counted without end; the place in the ring is the remainder. No hole stands at either end. */
  #head = 0;
  #tail = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): Job | undefined {
    return this.#ring[this.#head & (this.#ring.length - 1)];
  }

  get last(): Job | undefined {
    return this.#size === 0 ? undefined : this.#ring[(this.#tail - 1) & (this.#ring.length - 1)];
  }

  /** Slots of a run are negative, so that they are never taken for those of a heap. */
  has(job: Job): boolean {
    return job.slot < NOWHERE && this.#ring[placeOf(job)] === job;
  }

  /** Adds `job` behind the last one. */
  push(job: Job): void {
    if (this.#tail - this.#head === this.#ring.length) this.#makeRoom();
    this.#put(job, this.#tail & (this.#ring.length - 1));
    this.#tail += 1;
    this.#size += 1;
  }

  remove(job: Job): void {
    this.#ring[placeOf(job)] = undefined;
    job.slot = NOWHERE;
    this.#size -= 1;
    if (this.#size === 0) this.#head = this.#tail = 0;
    else this.#trim();
  }

  /** There is at least one job. */
  #trim(): void {
    const ring = this.#ring;
    const mask = ring.length - 1;
    while (ring[this.#head & mask] === undefined) this.#head += 1;
    while (ring[(this.#tail - 1) & mask] === undefined) this.#tail -= 1;
  }

  *[Symbol.iterator](): Generator<Job> {
    for (let at = this.#head; at < this.#tail; at += 1) {
      const job = this.#ring[at & (this.#ring.length - 1)];
      if (job !== undefined) yield job;
    }
  }

  /** Leaves at least half of the ring free, so that the next time is far off. */
  #makeRoom(): void {
    const [ring, from, to] = [this.#ring, this.#head, this.#tail];
    let length = Math.max(SMALLEST, ring.length);
    while (length < 2 * this.#size) length *= 2;
    this.#ring = new Array<undefined>(length).fill(undefined);
    this.#head = this.#tail = 0;
    for (let at = from; at < to; at += 1) {
      const job = ring[at & (ring.length - 1)];
      if (job !== undefined) this.#put(job, this.#tail++);
    }
  }

  #put(job: Job, place: number): void {
    this.#ring[place] = job;
    job.slot = NOWHERE - 1 - place;
  }
}

const placeOf = (job: Job): number => NOWHERE - 1 - job.slot;

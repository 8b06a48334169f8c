/**
 * All jobs by their ids. With a million of them, a call spends most of its time on finding its job: a Map looks at
 * a bucket, then at entries and the ids they hold, each somewhere else in memory. Here a place holds the id's hash
 * and the job's number, and ids that are numbered one after the other lie side by side. Open addressing with linear
 * probing, at most half full: O(1).
 */

import type { Job } from "./job.ts";
import type { JobId } from "./model.ts";

const FIRST_SIZE = 16;

export class JobTable {
  readonly #seed: number;
  readonly #jobs: Job[] = [];
  /** Two numbers a place: the hash, and one more than the index in `#jobs`; 0 where there is none. */
  #places = new Int32Array(2 * FIRST_SIZE);
  #mask = FIRST_SIZE - 1;
  /** A submission asks for an id before it adds it. */
  #lastId: JobId = "";
  #lastHash = 0;

  /** `seed` scatters the ids, so that nobody can choose such as crowd together; no answer depends on it. */
  constructor(seed: number) {
    this.#seed = seed;
  }

  get size(): number {
    return this.#jobs.length;
  }

  get(id: JobId): Job | undefined {
    const places = this.#places;
    const hash = this.#hashOf(id);
    for (let at = hash & this.#mask; ; at = (at + 1) & this.#mask) {
      const number = places[2 * at + 1] as number;
      if (number === 0) return undefined;
      if (places[2 * at] !== hash) continue;
      const job = this.#jobs[number - 1] as Job;
      if (job.id === id) return job;
    }
  }

  /** There is no job with this id yet. */
  add(job: Job): void {
    this.#jobs.push(job);
    if (2 * this.#jobs.length > this.#mask) this.#grow();
    this.#put(this.#hashOf(job.id), this.#jobs.length);
  }

  /** In the order in which they were added. */
  values(): IterableIterator<Job> {
    return this.#jobs.values();
  }

  #hashOf(id: JobId): number {
    if (id !== this.#lastId) this.#lastHash = hashOf((this.#lastId = id), this.#seed);
    return this.#lastHash;
  }

  #grow(): void {
    const old = this.#places;
    this.#places = new Int32Array(2 * old.length);
    this.#mask = 2 * this.#mask + 1;
    for (let at = 0; at < old.length; at += 2) {
      if (old[at + 1] !== 0) this.#put(old[at] as number, old[at + 1] as number);
    }
  }

  #put(hash: number, number: number): void {
    let at = hash & this.#mask;
    while (this.#places[2 * at + 1] !== 0) at = (at + 1) & this.#mask;
    this.#places[2 * at] = hash;
    this.#places[2 * at + 1] = number;
  }
}

/**
 * As FNV-1a, but two characters at a time, and mixed once more. The last character is only added, so that plate-41
 * and plate-42 are neighbours.
 */
function hashOf(id: JobId, seed: number): number {
  const last = id.length - 1;
  let hash = seed ^ 0x811c9dc5;
  for (let at = 1; at < last; at += 2) {
    hash = Math.imul(hash ^ (id.charCodeAt(at - 1) | (id.charCodeAt(at) << 16)), 0x01000193);
  }
  // Where the pairs leave one over.
  if (last & 1) hash = Math.imul(hash ^ id.charCodeAt(last - 1), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 12)) + id.charCodeAt(last)) | 0;
}

/**
 * The jobs in memory by their ids. With a million of them, a call spends most of its time on finding its job: a Map looks at
 * a bucket, then at entries and the ids they hold, each somewhere else in memory. Here a place holds the id's hash
 * and the job's number, and ids that are numbered one after the other, as those of a lab are, lie side by side: they
 * are found several times faster, ids in no order about as fast. Open addressing with linear probing, at most half
 * full: O(1).
 */

import type { Job } from "./job.ts";
import type { JobId } from "./model.ts";

const FIRST_SIZE = 16;

export class JobTable {
  readonly #keys: Uint16Array;
  readonly #jobs: Job[] = [];
  /** Two numbers a place: the hash, and one more than the index in `#jobs`; 0 where there is none. */
  #places = new Int32Array(2 * FIRST_SIZE);
  #mask = FIRST_SIZE - 1;
  /** A submission asks for an id before it adds it. */
  #lastId: JobId = "";
  #lastHash = 0;

  /** `seed`, any 32 bits, decides which ids crowd together; no answer depends on it. */
  constructor(seed: number) {
    this.#keys = keysFrom(seed);
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

  /** It stands in the table. The last one takes its number, and what crowded behind it moves up. */
  remove(job: Job): void {
    const places = this.#places;
    const place = this.#placeOf(job);
    const number = places[2 * place + 1] as number;
    const last = this.#jobs.at(-1) as Job;
    places[2 * this.#placeOf(last) + 1] = number;
    this.#jobs[number - 1] = last;
    this.#jobs.pop();
    this.#close(place);
  }

  /** In the order in which they were added, as long as none was removed. */
  values(): IterableIterator<Job> {
    return this.#jobs.values();
  }

  /** Where `job`, which stands in the table, has its place. */
  #placeOf(job: Job): number {
    let at = this.#hashOf(job.id) & this.#mask;
    while (this.#jobs[(this.#places[2 * at + 1] as number) - 1] !== job) at = (at + 1) & this.#mask;
    return at;
  }

  /** Leaves no gap at `hole` that a search would stop at: those behind it that may stand there move up. */
  #close(hole: number): void {
    const places = this.#places;
    const mask = this.#mask;
    let gap = hole;
    for (let at = (gap + 1) & mask; places[2 * at + 1] !== 0; at = (at + 1) & mask) {
      const home = (places[2 * at] as number) & mask;
      if (((at - home) & mask) < ((at - gap) & mask)) continue;
      places[2 * gap] = places[2 * at] as number;
      places[2 * gap + 1] = places[2 * at + 1] as number;
      gap = at;
    }
    places[2 * gap + 1] = 0;
  }

  #hashOf(id: JobId): number {
    if (id !== this.#lastId) this.#lastHash = hashOf((this.#lastId = id), this.#keys);
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

/** One for each place in an id; past the last they begin again. */
const KEYS = 256;

function keysFrom(seed: number): Uint16Array {
  const keys = new Uint16Array(KEYS);
  let state = (seed ^ 0x9e3779b9) | 1;
  for (let place = 0; place < KEYS; place += 1) {
    // Xorshift: Marsaglia, "Xorshift RNGs", 2003.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    keys[place] = state >>> 16;
  }
  return keys;
}

/**
 * NH (Black and others, "UMAC: Fast and Secure Message Authentication", 1999): whoever doesn't know the keys can't
 * choose ids that crowd together. Mixed once more; the last four bits are only added, so that plate-41 and plate-42 are
 * neighbours.
 */
function hashOf(id: JobId, keys: Uint16Array): number {
  const last = id.length - 1;
  const end = id.charCodeAt(last);
  let hash =
    last + Math.imul(((end >>> 4) + (keys[last & (KEYS - 1)] as number)) & 0xffff, keys[0] as number);
  for (let at = 0; at < last; at += 2) {
    const one = id.charCodeAt(at) + (keys[at & (KEYS - 1)] as number);
    const other = (at + 1 < last ? id.charCodeAt(at + 1) : 0) + (keys[(at + 1) & (KEYS - 1)] as number);
    hash = (hash + Math.imul(one & 0xffff, other & 0xffff)) | 0;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) + (end & 15)) | 0;
}

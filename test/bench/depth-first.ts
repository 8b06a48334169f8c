/**
 * What an edit costs without an order: a depth-first search over all that lies ahead of the new prerequisites.
 * On plain numbers, with marks that need no clearing: as fast as such a search gets.
 */

import type { Edit } from "./graphs.ts";

export class DepthFirst {
  readonly #prerequisites: (readonly number[])[];
  readonly #seen: Uint32Array;
  #search = 0;

  constructor(prerequisites: readonly (readonly number[])[]) {
    this.#prerequisites = [...prerequisites];
    this.#seen = new Uint32Array(prerequisites.length);
  }

  /** Whether `job` would wait for itself. */
  findCycle({ job, after }: Edit): boolean {
    const seen = this.#seen;
    const search = ++this.#search;
    const stack = [...after];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (at === job) return true;
      if (seen[at] === search) continue;
      seen[at] = search;
      for (const prerequisite of this.#prerequisites[at]!) {
        if (seen[prerequisite] !== search) stack.push(prerequisite);
      }
    }
    return false;
  }

  set({ job, after }: Edit): void {
    this.#prerequisites[job] = after;
  }
}

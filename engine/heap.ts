/**
 * A binary heap that knows where each of its items stands, so that any of them can be taken out. An item stands in at
 * most one queue at a time; its `slot` is this heap's to keep. O(log n) a call, `first` O(1).
 */

import { NOWHERE } from "./job.ts";

export interface Slotted {
  slot: number;
}

export type GoesBefore<T> = (a: T, b: T) => boolean;

export class Heap<T extends Slotted> {
  readonly #items: T[] = [];
  readonly #goesBefore: GoesBefore<T>;

  constructor(goesBefore: GoesBefore<T>) {
    this.#goesBefore = goesBefore;
  }

  get size(): number {
    return this.#items.length;
  }

  get first(): T | undefined {
    return this.#items[0];
  }

  has(item: T): boolean {
    return item.slot >= 0 && this.#items[item.slot] === item;
  }

  add(item: T): void {
    this.#items.push(item);
    this.#rise(item, this.#items.length - 1);
  }

  remove(item: T): void {
    const slot = item.slot;
    const last = this.#items.pop();
    item.slot = NOWHERE;
    if (last === undefined || last === item) return;
    this.#rise(last, slot);
    this.#sink(last, last.slot);
  }

  /** In the order of the heap, which is not the order of the items. */
  [Symbol.iterator](): IterableIterator<T> {
    return this.#items.values();
  }

  #rise(item: T, from: number): void {
    let slot = from;
    while (slot > 0) {
      const parentSlot = (slot - 1) >> 1;
      const parent = this.#at(parentSlot);
      if (!this.#goesBefore(item, parent)) break;
      this.#put(parent, slot);
      slot = parentSlot;
    }
    this.#put(item, slot);
  }

  #sink(item: T, from: number): void {
    const size = this.#items.length;
    let slot = from;
    for (let childSlot = 2 * slot + 1; childSlot < size; childSlot = 2 * slot + 1) {
      const sibling = childSlot + 1;
      if (sibling < size && this.#goesBefore(this.#at(sibling), this.#at(childSlot))) childSlot = sibling;
      const child = this.#at(childSlot);
      if (!this.#goesBefore(child, item)) break;
      this.#put(child, slot);
      slot = childSlot;
    }
    this.#put(item, slot);
  }

  #put(item: T, slot: number): void {
    this.#items[slot] = item;
    item.slot = slot;
  }

  #at(slot: number): T {
    return this.#items[slot] as T;
  }
}

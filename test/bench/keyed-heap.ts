/**
 * The rival's binary heap: keys in an array of their own, so that a comparison looks at two numbers and follows
 * no pointer.
 */
export class KeyedHeap<T> {
  readonly #keys: number[] = [];
  readonly #items: T[] = [];

  /** Infinity if the heap is empty. */
  get firstKey(): number {
    return this.#keys.length === 0 ? Infinity : this.#keys[0]!;
  }

  push(key: number, item: T): void {
    const keys = this.#keys;
    const items = this.#items;
    let slot = keys.length;
    keys.push(key);
    items.push(item);
    while (slot > 0) {
      const parent = (slot - 1) >> 1;
      if (keys[parent]! <= key) break;
      keys[slot] = keys[parent]!;
      items[slot] = items[parent]!;
      slot = parent;
    }
    keys[slot] = key;
    items[slot] = item;
  }

  pop(): T | undefined {
    const keys = this.#keys;
    const items = this.#items;
    if (keys.length === 0) return undefined;
    const first = items[0];
    const key = keys.pop()!;
    const item = items.pop()!;
    const size = keys.length;
    if (size === 0) return first;
    let slot = 0;
    for (let child = 1; child < size; child = 2 * slot + 1) {
      if (child + 1 < size && keys[child + 1]! < keys[child]!) child += 1;
      if (keys[child]! >= key) break;
      keys[slot] = keys[child]!;
      items[slot] = items[child]!;
      slot = child;
    }
    keys[slot] = key;
    items[slot] = item;
    return first;
  }
}

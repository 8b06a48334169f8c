/** What every part of the bench measures with: ids, the collector and the median. */

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc") as () => void;

/** Collects all garbage now, so that a measurement doesn't pay for what came before it. */
export function collectGarbage(): void {
  // What the first pass frees can free more: weak entries, and old code.
  gc();
  gc();
}

const kept: unknown[] = [];

/**
 * Keeps `thing` alive to the end. Where the last object of its kind has gone, V8 throws away the code it has
 * optimised for that kind, and the next measurement would begin with a warm-up: no running lab meets that.
 */
export function keepAlive(thing: unknown): void {
  kept.push(thing);
}

/** The text as one flat piece, as it comes off a wire: put together, it would be flattened in its first look-up. */
export const flat = (text: string): string => Buffer.from(text, "latin1").toString("latin1");

/** `count` ids such as a plate's steps have. */
export const idsFor = (step: string, count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, index) => flat(`${step}-${from + index}`));

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** How long `work` takes, in nanoseconds. */
export function nanosOf(work: () => void): number {
  const start = performance.now();
  work();
  return (performance.now() - start) * 1e6;
}

export const SIZES = [1_000, 10_000, 100_000, 1_000_000] as const;

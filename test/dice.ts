/** Chance that can be had again: the same seed gives the same throws. */

/** A whole number from 0 up to, not including, `below`. */
export type Dice = (below: number) => number;

export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // Multiplied rather than divided with remainder: the low bits of such a generator repeat soon.
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** `count` of `all`, evenly spread, from a random first one; all of them if there are no more. */
export function spread<T>(all: readonly T[], count: number, dice: Dice): T[] {
  if (all.length <= count) return [...all];
  const step = all.length / count;
  const first = dice(Math.ceil(step * 1_000)) / 1_000;
  return Array.from({ length: count }, (_, index) => all[Math.floor(first + index * step) % all.length]!);
}

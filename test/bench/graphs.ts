/**
 * The graphs that edits are measured on, and the edits themselves. Jobs are numbers here, in the order of their
 * submission: an edge agrees with the order if it leads to a lower number.
 */

import { DepthFirst } from "./depth-first.ts";
import { diceOf, type Dice } from "../dice.ts";

export interface Graph {
  readonly name: string;
  /** By job. */
  readonly prerequisites: readonly (readonly number[])[];
  readonly cases: readonly EditCase[];
}

export interface EditCase {
  readonly name: string;
  /** Each as a list of edits that are made one after the other, timed together, and then undone. */
  readonly rounds: readonly (readonly Edit[])[];
  readonly kind: "agrees" | "disagrees" | "refused";
}

export interface Edit {
  readonly job: number;
  readonly after: readonly number[];
}

const ROUNDS = 3;
const EDITS = 5_000;

export const graphs = (size: number): (() => Graph)[] => [
  () => chain(size),
  () => twoChains(size),
  () => fanOut(size),
  () => fanIn(size),
  () => randomGraph(size),
];

function chain(size: number): Graph {
  const prerequisites = numbers(size).map((job) => (job === 0 ? [] : [job - 1]));
  const dice = diceOf(1);
  return {
    name: "one chain",
    prerequisites,
    cases: [
      { name: "agrees", kind: "agrees", rounds: rounds(() => agreeing(prerequisites, dice)) },
      {
        name: "a cycle of 3, refused",
        kind: "refused",
        rounds: rounds(() => anyOf(size - 2, 1_000, dice).map((job) => add(prerequisites, job, job + 2))),
      },
      {
        name: "a cycle of all, refused",
        kind: "refused",
        rounds: rounds(() => [add(prerequisites, 0, size - 1)]),
      },
    ],
  };
}

/** Submitted in turns, so that an edge from one to the other leads as far over the order as one likes. */
function twoChains(size: number): Graph {
  const prerequisites = numbers(size).map((job) => (job < 2 ? [] : [job - 2]));
  const dice = diceOf(2);
  return {
    name: "two chains",
    prerequisites,
    cases: [
      { name: "agrees", kind: "agrees", rounds: rounds(() => agreeing(prerequisites, dice)) },
      {
        name: "disagrees, 1 apart",
        kind: "disagrees",
        rounds: [anyOf(size / 2, EDITS, dice).map((half) => add(prerequisites, half * 2, half * 2 + 1))],
      },
      {
        // Each way round in turn: after one, the order is such that only the other disagrees.
        name: "disagrees, all between",
        kind: "disagrees",
        rounds: numbers(ROUNDS).map((round) => [add(prerequisites, round % 2, size - 1 - (round % 2))]),
      },
    ],
  };
}

function fanOut(size: number): Graph {
  const late = ROUNDS;
  const fan = size - late;
  const prerequisites = numbers(size).map((job) => (job === 0 || job >= fan ? [] : [0]));
  const dice = diceOf(3);
  const leaf = () => 1 + dice(fan - 1);
  return {
    name: "fan: all need one",
    prerequisites,
    cases: [
      { name: "agrees", kind: "agrees", rounds: rounds(() => agreeing(prerequisites, dice, fan)) },
      {
        name: "disagrees, 1 apart",
        kind: "disagrees",
        rounds: [
          anyOf(fan / 2 - 1, EDITS, dice).map((half) => add(prerequisites, half * 2 + 1, half * 2 + 2)),
        ],
      },
      {
        name: "disagrees, far apart",
        kind: "disagrees",
        rounds: [
          anyOf(fan / 4, EDITS, dice).map((job) => add(prerequisites, job + 1, fan - 1 - dice(fan / 4))),
        ],
      },
      {
        name: "the one needs a later job",
        kind: "disagrees",
        rounds: numbers(late).map((extra) => [add(prerequisites, 0, fan + extra)]),
      },
      {
        name: "a cycle of 2, refused",
        kind: "refused",
        rounds: rounds(() => [add(prerequisites, 0, leaf())]),
      },
    ],
  };
}

function fanIn(size: number): Graph {
  const late = EDITS / 10;
  const one = size - 1 - late;
  const prerequisites = numbers(size).map((job) => (job === one ? numbers(one) : []));
  const dice = diceOf(4);
  return {
    name: "fan: one needs all",
    prerequisites,
    cases: [
      { name: "agrees", kind: "agrees", rounds: rounds(() => agreeing(prerequisites, dice, one)) },
      {
        name: "disagrees, 1 apart",
        kind: "disagrees",
        rounds: [anyOf(one / 2 - 1, EDITS, dice).map((half) => add(prerequisites, half * 2, half * 2 + 1))],
      },
      {
        name: "needs a job after the one",
        kind: "disagrees",
        rounds: [anyOf(one, late, dice).map((job, extra) => add(prerequisites, job, one + 1 + extra))],
      },
      {
        name: "the one's own list, one less",
        kind: "agrees",
        rounds: rounds(() => [{ job: one, after: prerequisites[one]!.toSpliced(dice(one), 1) }]),
      },
    ],
  };
}

function randomGraph(size: number): Graph {
  const dice = diceOf(5);
  const prerequisites = numbers(size).map((job) =>
    job === 0 ? [] : [...new Set(numbers(dice(4)).map(() => dice(job)))],
  );
  const search = new DepthFirst(prerequisites);
  const needs = (job: number, by: number) => search.findCycle({ job, after: [by] });
  const short = anyOf(size / 20 - 1, EDITS / 5, dice)
    .map((part) => ({ job: part * 20, later: part * 20 + 1 + dice(10) }))
    .filter(({ job, later }) => !needs(job, later));
  const pairs = numbers(50).map(() => ({ job: dice(size / 4), later: size - 1 - dice(size / 4) }));
  const long = pairs.filter(({ job, later }) => !needs(job, later)).slice(0, 15);
  const cycles = numbers(15).map((index) => {
    const later = size - 1 - index;
    return { job: farAhead(later, prerequisites), later };
  });
  const apart = ({ job, later }: { job: number; later: number }) => [add(prerequisites, job, later)];
  return {
    name: "random, 0 to 3 each",
    prerequisites,
    cases: [
      { name: "agrees", kind: "agrees", rounds: rounds(() => agreeing(prerequisites, dice)) },
      { name: "a cycle, far apart, refused", kind: "refused", rounds: cycles.map(apart) },
      { name: "disagrees, up to 10 apart", kind: "disagrees", rounds: [short.flatMap(apart)] },
      { name: "disagrees, far apart", kind: "disagrees", rounds: long.map(apart) },
    ],
  };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const rounds = (make: () => readonly Edit[]): (readonly Edit[])[] => Array.from({ length: ROUNDS }, make);

const add = (prerequisites: Graph["prerequisites"], job: number, extra: number): Edit => ({
  job,
  after: [...prerequisites[job]!, extra],
});

/** What `job` waits for at the end of one way. */
function farAhead(job: number, prerequisites: Graph["prerequisites"]): number {
  let at = job;
  for (let next = prerequisites[at]![0]; next !== undefined; next = prerequisites[at]![0]) at = next;
  return at;
}

/** Different jobs, each given one more prerequisite from before it; jobs from `end` on are left alone. */
function agreeing(prerequisites: Graph["prerequisites"], dice: Dice, end = prerequisites.length): Edit[] {
  return anyOf(end - 2, EDITS, dice).map((job) => add(prerequisites, job + 2, dice(job + 2)));
}

/** `count` different numbers below `end`, or as many as there are, in any order. */
function anyOf(end: number, count: number, dice: Dice): number[] {
  const chosen = new Set<number>();
  const wanted = Math.min(count, Math.floor(end));
  while (chosen.size < wanted) chosen.add(dice(Math.floor(end)));
  return [...chosen];
}

/** The seed's calls, mixed, on the dispatcher and on its rival. */

import { LabDispatcher } from "../../engine/index.ts";
import {
  makeHistory,
  replay,
  submitStanding,
  TERMS,
  withFreshIds,
  type History,
  type Queue,
} from "./lab-history.ts";
import { collectGarbage, idsFor, keepAlive, median, nanosOf, SIZES } from "./measure.ts";
import type { Report } from "./report.ts";
import { RivalQueue } from "./rival.ts";

/** The limit of the problem statements. */
const CALLS = 200_000;
/** What else the machine does shows most in short runs, and these cost little to repeat. */
const roundsOn = (standing: number): number => (standing > 10_000 ? 5 : 25);
const SLICE = 1_000;

const makers = {
  lab: (): Queue => new LabDispatcher(TERMS),
  rival: (): Queue => new RivalQueue(TERMS),
};
type Side = keyof typeof makers;
const SIDES: readonly Side[] = ["lab", "rival"];

interface Run {
  readonly standing: number;
  /** Nanoseconds a call. */
  readonly lab: number;
  readonly rival: number;
}

export function mixedReport(): Report {
  const standing = idsFor("standing", SIZES[3]);
  warmUp(makeHistory(standing.slice(0, SIZES[0]), CALLS));
  return reportOf([0, ...SIZES].map((size) => measured(makeHistory(standing.slice(0, size), CALLS))));
}

function warmUp(history: History): void {
  for (const side of SIDES) {
    const queue = queueWith(side, history);
    replay(queue, withFreshIds(history), 0, history.ops.length, []);
    keepAlive(queue);
  }
  measured(history);
}

function measured(history: History): Run {
  const rounds: Record<Side, number[][]> = { lab: [], rival: [] };
  for (let round = 0; round < roundsOn(history.standing.length); round += 1) {
    // Whoever goes first has the colder caches: they take turns.
    for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) rounds[side].push(slices(side, history));
  }
  const { length } = history.ops;
  return {
    standing: history.standing.length,
    lab: typicalSum(rounds.lab) / length,
    rival: typicalSum(rounds.rival) / length,
  };
}

function queueWith(side: Side, history: History): Queue {
  const queue = makers[side]();
  submitStanding(queue, history);
  return queue;
}

/** Nanoseconds of each slice of the run. */
function slices(side: Side, history: History): number[] {
  const queue = queueWith(side, history);
  const calls = withFreshIds(history);
  const given: string[] = [];
  collectGarbage();
  const nanos: number[] = [];
  for (let from = 0; from < history.ops.length; from += SLICE) {
    nanos.push(nanosOf(() => replay(queue, calls, from, from + SLICE, given)));
  }
  checkSame(side, given, history);
  return nanos;
}

/** Whoever hands out other jobs does other work: its speed would say nothing. */
function checkSame(side: Side, given: readonly string[], { handedOut }: History): void {
  const wrong = handedOut.findIndex((id, index) => id !== given[index]);
  if (wrong < 0) return;
  throw new Error(
    `claim ${wrong} of the ${side} gave "${given[wrong] ?? ""}", not "${handedOut[wrong] ?? ""}"`,
  );
}

/**
 * Each slice does the same in every round: its median leaves out what other programs took of the machine, and keeps
 * what the run itself causes, the collector's pauses included.
 */
function typicalSum(rounds: readonly (readonly number[])[]): number {
  const typical = rounds[0]!.map((_, slice) => median(rounds.map((nanos) => nanos[slice]!)));
  return typical.reduce((sum, nanos) => sum + nanos, 0);
}

function reportOf(runs: readonly Run[]): Report {
  const speedOf = ({ lab, rival }: Run): number => rival / lab;
  const growth = (side: Side): number => runs.at(-1)![side] / runs[1]![side];
  return {
    title: "A mixed run of the seed's calls",
    about:
      `${CALLS.toLocaleString("en")} calls: submit, claim, complete, report failure, redrive, with backoffs and ` +
      "expiring leases, on top of jobs submitted before. Both sides get the same list and hand out the same jobs.",
    tables: [
      {
        title: `ns a call and calls a second, by the medians of ${roundsOn(1e6)} to ${roundsOn(0)} rounds; speed = dispatcher over rival`,
        columns: ["jobs before", "dispatcher ns", "calls/s", "rival ns", "calls/s", "speed"],
        rows: runs.map((run) => {
          const { standing, lab, rival } = run;
          return [standing.toLocaleString("en"), lab, 1e9 / lab, rival, 1e9 / rival, speedOf(run)];
        }),
      },
      {
        title: "Growth of a call from 1,000 to 1,000,000 jobs",
        columns: ["", "×"],
        rows: SIDES.map((side) => [side === "lab" ? "dispatcher" : "rival", growth(side)]),
      },
    ],
    aims: [
      ...runs.map((run) => ({
        of: `speed beside the rival, on ${run.standing.toLocaleString("en")} jobs`,
        value: speedOf(run),
        wanted: { atLeast: 1 },
        least: { atLeast: 0.8 },
      })),
      { of: "growth of a call of the mixed run", value: growth("lab"), wanted: { atMost: 1.5 } },
    ],
  };
}

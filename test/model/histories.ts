/** Random histories of calls on labs of every setting, for model tests. */

import fc from "fast-check";
import type { Command } from "../../engine/index.ts";
import { BAD_TIMES, spoilings, spoilt, type Spoiling } from "./bad-arguments.ts";
import type { BruteForceLab } from "./brute-force-lab.ts";
import { calls, submit, type Call } from "./calls.ts";
import type { LabSettings } from "./model-job.ts";

export interface Step {
  readonly call: Call;
  /** By how much the time has moved since the call before. */
  readonly later: number;
  /** What is wrong with the arguments; undefined if nothing is. */
  readonly spoiling: Spoiling | undefined;
}

export interface History extends LabSettings {
  readonly steps: readonly Step[];
}

const stepsOf = (call: fc.Arbitrary<Call>): fc.Arbitrary<Step> =>
  fc.record({
    call,
    later: fc.oneof(
      { weight: 900, arbitrary: fc.nat({ max: 2 }) },
      { weight: 60, arbitrary: fc.nat({ max: 20 }) },
      { weight: 30, arbitrary: fc.constant(-1) },
      // Close to the last instant that a number holds exactly.
      { weight: 1, arbitrary: fc.constant(Number.MAX_SAFE_INTEGER - 9) },
    ),
    spoiling: spoilings,
  });

/** Half of the time absent. */
const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ withCrossShrink: true }, fc.constant(undefined), values);

/** Histories of at most `length` steps. */
export const histories = (length: number): fc.Arbitrary<History> =>
  fc.record({
    maxFailures: fc.constantFrom(1, 1, 2, 3),
    lease: maybe(fc.nat({ max: 20 })),
    retryPosition: maybe(fc.constantFrom("original", "tail")),
    onExpiry: maybe(fc.constantFrom("retry", "inspect")),
    seed: fc.nat({ max: 999_999 }),
    steps: fc
      .tuple(
        // Something to work with.
        fc.array(stepsOf(submit), { maxLength: 8, size: "max" }),
        fc.array(stepsOf(calls), { maxLength: length - 8, size: "max" }),
      )
      .map((parts) => parts.flat()),
  });

/** When the step happens. */
export function timeOf({ later, spoiling }: Step, lab: BruteForceLab): number {
  if (spoiling?.what === "time") return BAD_TIMES[spoiling.pick % BAD_TIMES.length] as number;
  return Math.max(lab.clock + later, 0);
}

/** The call that the step stands for, given what the lab holds. */
export function commandOf({ call, spoiling }: Step, lab: BruteForceLab): Command {
  const command = call(lab);
  return spoiling?.what === "command" ? spoilt(command, spoiling.pick) : command;
}

/**
 * Histories of calls for model tests. A step doesn't name its jobs but picks them, by number, from those that
 * the lab holds at that moment: so most calls find a job they can do something with, and some don't.
 */

import fc from "fast-check";
import type { Command, JobId } from "../../engine/index.ts";
import type { BruteForceLab } from "./brute-force-lab.ts";

export interface Step {
  readonly call: Command["name"];
  /** Out of ten: 0 takes any id at all, even an unknown one; the others a job that suits the call. */
  readonly aim: number;
  readonly pick: number;
  readonly after: readonly number[];
  readonly backoff: number;
  /** How many jobs a `submitMany` takes on. */
  readonly many: number;
  /** Shows the right token, none, or one that may be stale. */
  readonly token: "right" | "none" | number;
  /** By how much the time has moved since the call before. */
  readonly later: number;
}

const weights: Readonly<Record<Command["name"], number>> = {
  submit: 5,
  submitMany: 1,
  claim: 8,
  complete: 3,
  reportFailure: 5,
  redrive: 3,
  previewRedrive: 2,
  setPrerequisites: 4,
  quarantined: 1,
  causes: 1,
};

const number = fc.nat({ max: 999 });

const step: fc.Arbitrary<Step> = fc.record({
  call: fc.oneof(
    ...Object.entries(weights).map(([name, weight]) => ({
      weight,
      arbitrary: fc.constant(name as Command["name"]),
    })),
  ),
  aim: fc.nat({ max: 9 }),
  pick: number,
  after: fc.array(number, { maxLength: 3 }),
  backoff: fc.nat({ max: 4 }),
  many: fc.nat({ max: 4 }),
  token: fc.oneof(
    fc.constant("right" as const),
    fc.constant("right" as const),
    fc.constant("none" as const),
    fc.integer({ min: 1, max: 9 }),
  ),
  later: fc.oneof({ weight: 19, arbitrary: fc.nat({ max: 2 }) }, { weight: 1, arbitrary: fc.constant(-1) }),
});

export interface History {
  readonly maxFailures: number;
  readonly steps: readonly Step[];
}

/** Histories of at most `length` steps. */
export const histories = (length: number): fc.Arbitrary<History> =>
  fc.record({
    maxFailures: fc.integer({ min: 1, max: 3 }),
    steps: fc.array(step, { minLength: 1, maxLength: length, size: "max" }),
  });

/** When the step happens. */
export const timeOf = ({ later }: Step, lab: BruteForceLab): number => Math.max(lab.clock + later, 0);

/** The call that the step stands for, given what the lab holds. */
export function commandOf(step: Step, lab: BruteForceLab): Command {
  const { call, backoff, many } = step;
  switch (call) {
    case "submit":
      return { name: call, id: newId(step, lab, 1), backoff, after: neededBy(step, lab, 0) };
    case "submitMany": {
      const job = (n: number) => ({
        id: newId(step, lab, n + 1),
        backoff,
        after: neededBy(step, lab, n === 0 ? many : 0),
      });
      return { name: call, jobs: Array.from({ length: many }, (_, n) => job(n)) };
    }
    case "claim":
    case "quarantined":
      return { name: call };
    case "complete":
    case "reportFailure":
      return { name: call, id: target(step, lab, "claimed"), token: tokenOf(step, lab) };
    case "redrive":
    case "previewRedrive":
    case "causes":
      return { name: call, id: target(step, lab, "quarantined") };
    case "setPrerequisites":
      return { name: call, id: target(step, lab, undefined), after: neededBy(step, lab, 0) };
  }
}

const anyId = (pick: number, lab: BruteForceLab, beyond: number): JobId =>
  `j${String(1 + (pick % (lab.jobs.length + beyond)))}`;

/** The `n`-th id that isn't used yet, or, off aim, one that may be. */
const newId = ({ aim, pick }: Step, lab: BruteForceLab, n: number): JobId =>
  aim === 0 ? anyId(pick, lab, 1) : `j${String(lab.jobs.length + n)}`;

/** `beyond`: how many ids of the same call may be named too. */
const neededBy = ({ aim, after }: Step, lab: BruteForceLab, beyond: number): JobId[] => {
  const most = lab.jobs.length + beyond + (aim === 0 ? 1 : 0);
  return most === 0 ? [] : after.map((pick) => `j${String(1 + (pick % most))}`);
};

function target({ aim, pick }: Step, lab: BruteForceLab, phase: string | undefined): JobId {
  const suitable = lab.jobs.filter((job) => phase === undefined || job.phase === phase);
  const job = aim === 0 ? undefined : suitable[pick % suitable.length];
  return job?.id ?? anyId(pick, lab, 1);
}

function tokenOf(step: Step, lab: BruteForceLab): number | undefined {
  if (step.token === "none") return undefined;
  if (typeof step.token === "number") return step.token;
  return lab.jobs.find(({ id }) => id === target(step, lab, "claimed"))?.token || undefined;
}

/** Random calls of every kind, each aimed at what the lab holds when it is made. */

import fc from "fast-check";
import type { Command, CommandName } from "../../engine/index.ts";
import type { OperatorCommand, OperatorCommandName } from "../../engine/operator-commands.ts";
import * as aim from "./aim.ts";
import { aims, target, type Suits } from "./aim.ts";
import type { BruteForceLab } from "./brute-force-lab.ts";
import { CAPABILITIES, drafts, picks, submissionOf } from "./submissions.ts";

/** Becomes a command when it is known what the lab holds. */
export type Call<C = Command> = (lab: BruteForceLab) => C;

/** A call on one job that suits it, if there is one. */
const onJob = <Name extends CommandName>(
  name: Name,
  ...kinds: readonly Suits[]
): fc.Arbitrary<Call<{ name: Name; id: string }>> =>
  aims.map((at) => (lab) => ({ name, id: target(at, lab, ...kinds) }));

export const operatorCalls: Readonly<Record<OperatorCommandName, fc.Arbitrary<Call<OperatorCommand>>>> = {
  redrive: fc.oneof(
    { weight: 6, arbitrary: onJob("redrive", aim.isRedrivable) },
    { weight: 1, arbitrary: onJob("redrive", aim.isInQuarantine) },
  ),
  redriveMany: fc
    .record({ at: aims, picks: fc.array(fc.nat({ max: 999 }), { maxLength: 4, size: "max" }) })
    .map(({ at, picks }) => (lab) => ({ name: "redriveMany", ids: aim.quarantinedOnes(at, lab, picks) })),
  setPrerequisites: fc
    .record({ at: aims, picks, which: fc.constantFrom("early", "early", "any", "any", "same") })
    .map(({ at, picks, which }) => (lab) => {
      const id = target(at, lab, aim.isEditable);
      const same = lab.jobs.find((job) => job.id === id)?.after;
      const after = aim.neededBy(at, lab, picks, which === "early" ? id : undefined);
      return { name: "setPrerequisites", id, after: which === "same" ? same : after };
    }),
  setPriority: fc
    .record({ at: aims, priority: fc.integer({ min: -1, max: 2 }) })
    .map(({ at, priority }) => (lab) => ({
      name: "setPriority",
      id: target(at, lab, aim.isEditable),
      priority,
    })),
  hold: onJob("hold", aim.isEditable),
  unhold: fc.oneof(
    { weight: 4, arbitrary: onJob("unhold", aim.isHeld, aim.isEditable) },
    { weight: 1, arbitrary: onJob("unhold", aim.isEditable) },
  ),
  releaseClaim: onJob("releaseClaim", aim.isClaimed),
  completeByHand: fc.oneof(
    { weight: 1, arbitrary: onJob("completeByHand", aim.isRoot, aim.isUnfinished) },
    { weight: 2, arbitrary: onJob("completeByHand", aim.isUnfinished) },
  ),
  cancel: fc
    .record({ at: aims, withDependents: fc.constantFrom(true, false, undefined, null) })
    .map(({ at, withDependents }) => (lab) => ({
      name: "cancel",
      // One that others wait for, if they may go too, or if that is to be refused.
      id: target(at, lab, withDependents === true || at.pick % 4 === 0 ? aim.isUnfinished : aim.isLast),
      withDependents,
    })),
  pause: fc.constant(() => ({ name: "pause" })),
  resume: fc.constant(() => ({ name: "resume" })),
};

const operatorWeights: Readonly<Record<OperatorCommandName, number>> = {
  redrive: 5,
  redriveMany: 3,
  setPrerequisites: 12,
  setPriority: 4,
  hold: 4,
  unhold: 5,
  releaseClaim: 3,
  completeByHand: 3,
  cancel: 3,
  pause: 1,
  resume: 4,
};

const tokens = fc.oneof(
  { weight: 8, arbitrary: fc.constant("right" as const) },
  { weight: 4, arbitrary: fc.constantFrom(null, undefined) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }) },
);

/** A call that shows a claim: its token, none, or one that may be another's. */
const onClaim = <Name extends "heartbeat" | "complete" | "reportFailure">(
  name: Name,
): fc.Arbitrary<Call<{ name: Name; id: string; token: number | null | undefined }>> =>
  fc.record({ at: aims, shown: tokens }).map(({ at, shown }) => (lab) => {
    const id = target(at, lab, aim.isClaimed);
    const token = shown === "right" ? lab.jobs.find((job) => job.id === id)?.token : shown;
    return { name, id, token };
  });

const anyOperatorCall: fc.Arbitrary<Call<OperatorCommand>> = weighted(operatorCalls, operatorWeights);

export const submit: fc.Arbitrary<Call> = drafts.map((draft) => (lab) => ({
  name: "submit",
  ...submissionOf(draft, lab),
}));

type RobotCommandName = Exclude<CommandName, OperatorCommandName>;

/** Robots' calls, and those of anybody who looks. */
export const robotCalls: Readonly<Record<RobotCommandName, fc.Arbitrary<Call>>> = {
  submit,
  submitMany: fc.array(drafts, { maxLength: 4, size: "max" }).map((list) => (lab) => ({
    name: "submitMany",
    jobs: list.map((draft, place) => submissionOf(draft, lab, place, list.length)),
  })),
  claim: fc
    .record({
      capabilities: fc.oneof(fc.constantFrom(undefined, undefined, null), fc.subarray(CAPABILITIES)),
      lease: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(undefined, undefined, null) },
        { weight: 4, arbitrary: fc.nat({ max: 20 }) },
        { weight: 1, arbitrary: fc.constant(Number.MAX_SAFE_INTEGER) },
      ),
    })
    .map((options) => () => ({ name: "claim", ...options })),
  heartbeat: onClaim("heartbeat"),
  complete: onClaim("complete"),
  reportFailure: onClaim("reportFailure"),
  status: onJob("status", aim.anyJob),
  quarantined: fc.constant(() => ({ name: "quarantined" })),
  causes: onJob("causes", aim.isInQuarantine),
  explain: fc
    .record({
      at: aims,
      offered: fc.oneof(fc.constantFrom(undefined, null), fc.subarray(CAPABILITIES)),
    })
    .map(({ at, offered }) => (lab) => ({ name: "explain", id: target(at, lab, aim.anyJob), offered })),
  preview: fc
    .record({ inner: anyOperatorCall, most: fc.constantFrom(undefined, undefined, null, 1, 2) })
    .map(({ inner, most }) => (lab) => ({ name: "preview", command: inner(lab), most })),
};

const robotWeights: Readonly<Record<RobotCommandName, number>> = {
  submit: 26,
  submitMany: 4,
  claim: 62,
  heartbeat: 5,
  complete: 7,
  reportFailure: 20,
  status: 2,
  quarantined: 1,
  causes: 2,
  explain: 3,
  preview: 16,
};

export const calls: fc.Arbitrary<Call> = weighted<Call>(
  { ...robotCalls, ...operatorCalls },
  { ...robotWeights, ...operatorWeights },
);

function weighted<C>(
  arbitraries: Readonly<Record<string, fc.Arbitrary<C>>>,
  weights: Readonly<Record<string, number>>,
): fc.Arbitrary<C> {
  return fc.oneof(
    ...Object.entries(arbitraries).map(([name, arbitrary]) => ({ weight: weights[name] ?? 0, arbitrary })),
  );
}

/**
 * How a step of a random history finds the jobs it is about. It doesn't name them but picks them, by number, from
 * those that the lab holds at that moment and that suit the call: so most calls find a job they can do something
 * with, and some don't.
 */

import fc from "fast-check";
import type { JobId } from "../../engine/index.ts";
import type { BruteForceLab } from "./brute-force-lab.ts";
import { isFinal, isQuarantined, type Facts, type ModelJob } from "./model-job.ts";
import { causesOf, isStopped } from "./model-quarantine.ts";

export interface Aim {
  /** Out of twenty: 0 takes any id at all, even an unknown one; the others a job that suits the call. */
  readonly care: number;
  readonly pick: number;
}

export const aims: fc.Arbitrary<Aim> = fc.record({ care: fc.nat({ max: 19 }), pick: fc.nat({ max: 999 }) });

export type Suits = (job: ModelJob, facts: Facts) => boolean;

export const anyJob: Suits = () => true;

export const isClaimed: Suits = ({ phase }) => phase === "claimed";

export const isEditable: Suits = (job) => !isFinal(job) && job.phase !== "claimed";

export const isUnfinished: Suits = (job) => !isFinal(job);

export const isHeld: Suits = (job, facts) => job.held && isEditable(job, facts);

export const isInQuarantine: Suits = isQuarantined;

export const isRedrivable: Suits = (job, facts) => isQuarantined(job) && !isStopped(facts, job);

/** One whose end frees others from quarantine. */
export const isRoot: Suits = ({ root }) => root;

/** One that nothing waits for. */
export const isLast: Suits = (job, { jobs }) =>
  !isFinal(job) && !jobs.some((each) => !isFinal(each) && each.after.includes(job.id));

/** The id of a job that is the first of these kinds that there are. */
export function target({ care, pick }: Aim, { facts }: BruteForceLab, ...kinds: readonly Suits[]): JobId {
  for (const suits of care === 0 ? [] : kinds) {
    const suitable = facts.jobs.filter((job) => suits(job, facts));
    const job = suitable[pick % suitable.length];
    if (job !== undefined) return job.id;
  }
  return nameOf(pick % (facts.jobs.length + (care === 0 ? 1 : 0) || 1));
}

/** The `n`-th id that isn't used yet, or, without care, one that may be. */
export const newId = ({ care, pick }: Aim, { jobs }: BruteForceLab, n: number): JobId =>
  nameOf(care === 0 ? pick % (jobs.length + 1) : jobs.length + n);

/** Prerequisites for a job; only of those submitted before `dependent`, if it is given: so a cycle is seldom. */
export function neededBy(
  { care }: Aim,
  { jobs }: BruteForceLab,
  picks: readonly number[],
  dependent?: JobId,
): JobId[] {
  if (care === 0) return picks.map((pick) => nameOf(pick % (jobs.length + 1)));
  const place = jobs.findIndex(({ id }) => id === dependent);
  const before = place >= 0 ? jobs.slice(0, place) : jobs;
  const suitable = before.filter(({ phase }) => care < 3 || phase !== "cancelled");
  return picks.flatMap((pick) => suitable[pick % suitable.length]?.id ?? []);
}

/** Jobs in quarantine, as many as there are picks, mostly with what keeps them there. */
export function quarantinedOnes({ care }: Aim, { facts }: BruteForceLab, picks: readonly number[]): JobId[] {
  if (care === 0) return picks.map((pick) => nameOf(pick % (facts.jobs.length + 1)));
  const quarantined = facts.jobs.filter(isQuarantined);
  const picked = picks.flatMap((pick) => quarantined[pick % quarantined.length] ?? []);
  const causes = care < 5 ? [] : picked.flatMap((job) => causesOf(facts, job));
  return [...picked, ...causes].map(({ id }) => id);
}

export const nameOf = (place: number): JobId => `j${String(place + 1)}`;

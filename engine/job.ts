/**
 * A job as the dispatcher keeps it in memory: one flat record, so that a million of them are cheap.
 * `evolve.ts` changes its facts; the queues keep `slot`, `prerequisites.ts` the edges, `topological-order.ts` `rank`.
 */

import type { ClaimToken, Hold, JobId, JobState, Millis, OnExpiry, Phase } from "./model.ts";

export interface Job {
  /** Order of submission, from 1; never changes. */
  readonly key: number;
  readonly id: JobId;
  readonly backoff: Millis;
  readonly terms: Terms;
  /** Higher goes first (rule C1). */
  priority: number;
  /** Place in the line; lower goes first (rules S2, F5). */
  position: number;
  phase: Phase;
  /** Failures that count towards the quarantine; a redrive sets them to 0. */
  failures: number;
  /** Failures since submission. */
  lifetimeFailures: number;
  /** Claims since submission. */
  attempts: number;
  /** When its backoff is over, or it was submitted, redriven or taken back: running time. */
  eligibleAt: Millis;
  /** The earliest start, by the wall clock; 0 for none, and once it was reached (rule T5). */
  notBefore: Millis;
  /** Of the latest claim; 0 before the first. */
  token: ClaimToken;
  /** Of the current claim (rule L1); NEVER if it has none, or if there is no claim. */
  lease: Millis;
  deadline: Millis;
  /** In quarantine by its own failures: a root, in the words of the rules. */
  failedItself: boolean;
  /** When it came into quarantine, counted; 0 outside of it. */
  quarantineOrder: number;
  /** Who keeps it from being handed out, and why; undefined if nobody does (rule O1). */
  hold: Hold | undefined;
  /** Completed by a person (rule O3). */
  byHand: boolean;
  /** Without repeats, in the order given. Prerequisites that have completed stay listed. */
  prerequisites: readonly Job[];
  /** The jobs that list this one; undefined as long as there is none, and once this job is final. */
  dependents: Dependents | undefined;
  /** How many prerequisites are not completed (rule P4). */
  unmet: number;
  /** How many prerequisites are in quarantine. */
  stopped: number;
  /** Lower than that of every dependent (rule P3). */
  rank: number;
  /** Grows with every change of the job (rule O8). */
  revision: number;
  /** Where it stands in the one queue that holds it; NOWHERE in none. */
  slot: number;
}

/** A set of its own costs more than all the rest of a job, so that a single dependent stands for itself. */
export type Dependents = Job | Set<Job>;

/** What a job was submitted with beside its backoff (rule S4). Jobs without any options share one record. */
export interface Terms {
  /** The capabilities that a robot must have, sorted, each once. */
  readonly requires: readonly string[];
  /** The only station that may be given it. */
  readonly station: string | undefined;
  /** `requires` and `station` as one text: equal for equal ones, "" for none. */
  readonly skills: string;
  readonly maxFailures: number | undefined;
  readonly backoffFactor: number;
  readonly backoffMax: Millis | undefined;
  readonly jitter: number;
  readonly onExpiry: OnExpiry | undefined;
}

export const PLAIN_TERMS: Terms = {
  requires: [],
  station: undefined,
  skills: "",
  maxFailures: undefined,
  backoffFactor: 1,
  backoffMax: undefined,
  jitter: 0,
  onExpiry: undefined,
};

/** A lease that doesn't end. */
export const NEVER = -1;

export const NOWHERE = -1;

export const NO_JOBS: readonly Job[] = [];

export const isFinal = (job: Job): boolean => job.phase === "completed" || job.phase === "cancelled";

export const isQuarantined = (job: Job): boolean => job.phase === "quarantined";

/** The state that a job is shown in at `clock`, running time. */
export function stateOf(job: Job, clock: Millis): JobState {
  if (job.phase !== "open") return job.phase;
  if (job.unmet > 0) return "blocked";
  if (job.hold !== undefined) return "held";
  return job.notBefore > 0 || job.eligibleAt > clock ? "waiting" : "ready";
}

/** Order of submission. */
export const bySubmission = (a: Job, b: Job): number => a.key - b.key;

/** `instant` plus `duration`, and never more than a number holds exactly. */
export function later(instant: Millis, duration: Millis): Millis {
  const sum = instant + duration;
  return sum < Number.MAX_SAFE_INTEGER ? sum : Number.MAX_SAFE_INTEGER;
}

/** What a job is submitted with. */
type Submitted = Pick<
  Job,
  "key" | "id" | "backoff" | "terms" | "priority" | "position" | "eligibleAt" | "notBefore"
>;

/**
 * A job of which nothing is known but what it was submitted with; `prerequisites` are not linked yet. What every call
 * looks at stands first, together: with many jobs in memory, reaching them costs more than anything done to them.
 */
export function newJob(submitted: Submitted, prerequisites: readonly Job[]): Job {
  return {
    phase: "open",
    slot: NOWHERE,
    token: 0,
    deadline: NEVER,
    lease: NEVER,
    revision: 0,
    unmet: 0,
    hold: undefined,
    eligibleAt: submitted.eligibleAt,
    notBefore: submitted.notBefore,
    priority: submitted.priority,
    position: submitted.position,
    dependents: undefined,
    prerequisites,
    terms: submitted.terms,
    attempts: 0,
    id: submitted.id,
    key: submitted.key,
    backoff: submitted.backoff,
    failures: 0,
    lifetimeFailures: 0,
    rank: submitted.key,
    stopped: 0,
    failedItself: false,
    quarantineOrder: 0,
    byHand: false,
  };
}

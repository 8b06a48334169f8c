/**
 * A job as the dispatcher keeps it in memory: one flat record, so that a million of them are cheap.
 * Only `dispatcher.ts` changes it; the heaps keep `slot`, `prerequisites.ts` keeps the edges.
 */

import type { ClaimToken, JobId, JobState, Millis, Phase } from "./model.ts";

export interface Job {
  /** Order of submission, from 1; never changes. */
  readonly key: number;
  readonly id: JobId;
  readonly backoff: Millis;
  /** Place in the line; lower goes first (rule S2). */
  readonly position: number;
  phase: Phase;
  /** Failures that count towards the quarantine; a redrive sets them to 0. */
  failures: number;
  /** Failures since submission. */
  lifetimeFailures: number;
  /** Claims since submission. */
  attempts: number;
  eligibleAt: Millis;
  /** Of the latest claim; 0 before the first. */
  token: ClaimToken;
  /** In quarantine by its own failures: a root, in the words of the rules. */
  failedItself: boolean;
  /** When it came into quarantine, counted; 0 outside of it. */
  quarantineOrder: number;
  /** Without repeats, in the order given. Prerequisites that have completed stay listed. */
  prerequisites: readonly Job[];
  /** The jobs that list this one; undefined as long as there is none, and once this job is final. */
  dependents: Set<Job> | undefined;
  /** How many prerequisites are not completed (rule P4). */
  unmet: number;
  /** How many prerequisites are in quarantine. */
  stopped: number;
  /** Grows with every change of the job (rule O8). */
  revision: number;
  /** Where it stands in the one heap that holds it; -1 in none. */
  slot: number;
}

export const isFinal = (job: Job): boolean => job.phase === "completed" || job.phase === "cancelled";

export const isQuarantined = (job: Job): boolean => job.phase === "quarantined";

/** The state that a job is shown in at `clock`. */
export function stateOf(job: Job, clock: Millis): JobState {
  if (job.phase !== "open") return job.phase;
  if (job.unmet > 0) return "blocked";
  return job.eligibleAt > clock ? "waiting" : "ready";
}

/** Order of submission. */
export const bySubmission = (a: Job, b: Job): number => a.key - b.key;

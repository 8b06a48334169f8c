/**
 * What happens to jobs, one change of one job at a time, results included: a decision gives changes, `evolve.ts`
 * makes one true of its job, and whoever keeps a record is told of each in order (rule D4).
 */

import type { Job } from "./job.ts";
import type { ClaimToken, Hold, Millis, Signature } from "./model.ts";

export type JobChange =
  | Submitted
  | {
      readonly kind: "claimed";
      readonly job: Job;
      readonly token: ClaimToken;
      /** NEVER for a claim that doesn't end by itself. */
      readonly lease: Millis;
      readonly deadline: Millis;
    }
  /** A heartbeat. */
  | { readonly kind: "extended"; readonly job: Job; readonly deadline: Millis }
  | { readonly kind: "completed" | "completedByHand"; readonly job: Job }
  /** Reported, or noticed when the lease was over. `retry` is undefined if the job goes to quarantine instead. */
  | { readonly kind: "failed" | "expired"; readonly job: Job; readonly retry: Retry | undefined }
  /** `cause`: the job in quarantine that stopped it; undefined if it failed itself. */
  | {
      readonly kind: "quarantined";
      readonly job: Job;
      readonly cause: Job | undefined;
      readonly order: number;
    }
  /** Out of quarantine with a fresh start. */
  | { readonly kind: "redriven"; readonly job: Job; readonly eligibleAt: Millis }
  /** Let go from quarantine; `cause`: the job that was redriven, completed or given other prerequisites. */
  | { readonly kind: "released"; readonly job: Job; readonly cause: Job }
  | { readonly kind: "prerequisites"; readonly job: Job; readonly prerequisites: readonly Job[] }
  | { readonly kind: "priority"; readonly job: Job; readonly priority: number }
  | { readonly kind: "held"; readonly job: Job; readonly hold: Hold }
  | { readonly kind: "unheld"; readonly job: Job }
  /** Its earliest start was reached (rule T5). */
  | { readonly kind: "due"; readonly job: Job }
  /** A claim that an operator took back. */
  | { readonly kind: "takenBack"; readonly job: Job; readonly eligibleAt: Millis }
  /** `cause`: the job that was cancelled with its dependents; undefined for that job itself. */
  | { readonly kind: "cancelled"; readonly job: Job; readonly cause: Job | undefined };

export interface Submitted extends Given {
  readonly kind: "submitted";
  readonly job: Job;
}

/** What a job is given for robots and people, and the dispatcher itself has no use for (rule S4). */
export interface Given {
  /** JSON. */
  readonly payload: unknown;
  readonly labels: Labels;
  readonly expectedMs: Millis | undefined;
  readonly useBy: Millis | undefined;
}

/** A change of the whole dispatcher (rule O5). */
export interface LabChange {
  readonly kind: "paused" | "resumed";
}

export type Change = JobChange | LabChange;

export interface Retry {
  readonly delay: Millis;
  readonly eligibleAt: Millis;
  readonly position: number;
}

export type Labels = readonly string[];

/** Who made a change: a call, signed or not, or the clock, which lets leases expire. */
export type Author = Signature | "clock" | undefined | null;

/**
 * Told of every change; `at` is when it happened, for an expiry the deadline. `job` is the dispatcher's own record as
 * the change left it: to be read at once, not kept or changed. A listener must not call the dispatcher, and must not
 * throw: the rest of the call's changes would be missing, so that nothing but a new start from what is stored helps.
 */
export type ChangeListener = (change: Change, at: Millis, by: Author) => void;

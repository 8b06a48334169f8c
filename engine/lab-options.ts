/** What a dispatcher is made with, and what of it counts where a job or a claim doesn't say otherwise. */

import {
  checkLease,
  checkMaxFailures,
  checkOnExpiry,
  checkRecord,
  checkRetryPosition,
  invalid,
  isAbsent,
} from "./arguments.ts";
import type { ChangeListener } from "./changes.ts";
import type { JobId, Millis, OnExpiry, RetryPosition } from "./model.ts";
import type { StoredJob } from "./stored-lab.ts";

export interface LabOptions {
  /** How many failures lead to quarantine, where a job doesn't say otherwise: 1 or more. */
  readonly maxFailures: number;
  /** How long a claim lasts that doesn't say otherwise; absent, claims don't end by themselves (rule L1). */
  readonly lease?: Millis | null | undefined;
  /** Where a failed job goes; `original` if absent (rules F3, F5). */
  readonly retryPosition?: RetryPosition | null | undefined;
  /** What an expired lease leads to, where a job doesn't say; `retry` if absent (rule L6). */
  readonly onExpiry?: OnExpiry | null | undefined;
  /** Gives numbers in [0, 1) for the jitter of backoffs; without it nothing is shortened (rule F2). */
  readonly random?: (() => number) | undefined;
  /**
   * Gives the time of day, by which earliest starts count; it may jump. Without it the `now` of each call is that, too
   * (rule T5).
   */
  readonly wallClock?: (() => Millis) | undefined;
  /**
   * Finds a job that is final by its id, where finished jobs are kept that left memory; with it, `forgetFinished` lets
   * them leave.
   */
  readonly finished?: ((id: JobId) => StoredJob | undefined) | undefined;
  /** Any 32 bits, a secret where ids come from strangers, who could else choose such as are slow to find. */
  readonly seed?: number | undefined;
  /** Told of every change as it happens. */
  readonly onChange?: ChangeListener | undefined;
}

/** How a dispatcher deals with failures where the job itself doesn't say. */
export interface FailurePolicy {
  readonly maxFailures: number;
  readonly retryPosition: RetryPosition;
  readonly onExpiry: OnExpiry;
  /** Gives numbers in [0, 1). */
  readonly random: () => number;
}

/** @throws Rejected INVALID_ARGUMENT */
export function checkLabOptions(options: LabOptions): {
  readonly lease: Millis | undefined;
  readonly policy: FailurePolicy;
} {
  checkRecord(options, "options");
  if (isAbsent(options)) invalid("options", "Say how many failures lead to quarantine: maxFailures.");
  const { maxFailures, retryPosition, onExpiry, random } = options;
  checkMaxFailures(maxFailures);
  checkRetryPosition(retryPosition);
  checkOnExpiry(onExpiry);
  if (random !== undefined && typeof (random as unknown) !== "function") {
    invalid("random", "The source of chance is a function that gives numbers in [0, 1).");
  }
  return {
    lease: checkLease(options.lease),
    policy: {
      maxFailures,
      retryPosition: retryPosition ?? "original",
      onExpiry: onExpiry ?? "retry",
      random: random ?? (() => 0),
    },
  };
}

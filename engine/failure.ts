/** What a failure leads to, reported or by the end of a lease: another try, or the quarantine (rules F1 to F5, L3, L6). */

import { delayAfter } from "./backoff.ts";
import type { Change } from "./changes.ts";
import { later, type Job } from "./job.ts";
import type { FailurePolicy } from "./lab-options.ts";
import type { LabState } from "./lab-state.ts";
import type { Hold, Millis } from "./model.ts";
import { quarantineOf } from "./quarantine.ts";

const INSPECT: Hold = {
  by: null,
  reason: "Its robot went silent. Look at the plate before it is tried again.",
};

/** `at`: when it failed. */
export function failureOf(
  job: Job,
  kind: "failed" | "expired",
  at: Millis,
  lab: LabState,
  policy: FailurePolicy,
): Change[] {
  const failures = job.failures + 1;
  if (failures >= (job.terms.maxFailures ?? policy.maxFailures)) {
    return [{ kind, job, retry: undefined }, ...quarantineOf(job, undefined, lab.lastQuarantineOrder)];
  }
  const delay = delayAfter(job, failures, policy.random);
  const position = policy.retryPosition === "tail" ? lab.lastPosition + 1 : job.position;
  const failed: Change = { kind, job, retry: { delay, eligibleAt: later(at, delay), position } };
  const inspect = kind === "expired" && (job.terms.onExpiry ?? policy.onExpiry) === "inspect";
  return inspect ? [failed, { kind: "held", job, hold: INSPECT }] : [failed];
}

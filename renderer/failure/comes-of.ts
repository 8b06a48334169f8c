/** What one more failure of a job would come to, in one sentence. */

import type { JobView } from "../../engine/model.ts";
import { counted } from "../words/parts.ts";
import { durationOf } from "../words/times.ts";

export function comesOf(job: JobView, dependents: number): string {
  const failure = `Failure ${job.failures + 1} of ${job.maxFailures}`;
  if (job.failures + 1 >= job.maxFailures) {
    const others =
      dependents === 0 ? "" : `, and what needs it is stopped (${counted(dependents, "job")} directly)`;
    return `${failure}: it goes into quarantine${others}.`;
  }
  return job.backoff === 0
    ? `${failure}: it may be claimed again at once.`
    : `${failure}: it is tried again after ${durationOf(job.backoff)}.`;
}

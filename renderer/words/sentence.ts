/** Why a job is where it is, in one sentence: the head of its page. */

import type { JobView, Millis } from "../../engine/model.ts";
import { agoPart, durationOf, timePart } from "./times.ts";
import { listed, onOrBy, ordinal, times, whoIs, type Part } from "./parts.ts";

export function sentenceOf(job: JobView, now: Millis, atDesk: string | null): readonly Part[] {
  switch (job.state) {
    case "blocked":
      return ["Blocked: needs ", ...listed(job.waitsFor, job.unmet), " first.", ...failedBefore(job, atDesk)];
    case "held":
      return ["Held by a person since ", timePart(job.since, now), "."];
    case "waiting":
      return ["Waiting until ", timePart(job.eligibleAt, now), ...waitReason(job, atDesk)];
    case "ready":
      return ["Ready: the next free robot may take it.", ...failedBefore(job, atDesk)];
    case "claimed":
      return [
        "Claimed by ",
        whoIs(job.claimedBy, atDesk),
        " ",
        agoPart(job.since, now),
        `, its ${ordinal(job.attempts)} attempt.`,
      ];
    case "quarantined":
      return ["In quarantine since ", timePart(job.since, now), ": ", ...quarantineReason(job, atDesk)];
    case "completed":
      return [
        "Completed at ",
        timePart(job.since, now),
        job.attempts > 1 ? `, at the ${ordinal(job.attempts)} attempt.` : ".",
      ];
    case "cancelled":
      return ["Cancelled at ", timePart(job.since, now), ". It will never run."];
  }
}

/** "on tecan-2 (clot detected in well C7)", as much of it as is known. */
function lastFailure(job: JobView, atDesk: string | null, by = ", reported by "): readonly Part[] {
  return [
    ...(job.lastFailedOn === null ? [] : onOrBy(job.lastFailedOn, atDesk, by)),
    ...(job.lastReason === null ? [] : [` (${job.lastReason})`]),
  ];
}

function failed(job: JobView, atDesk: string | null, lead = "it failed"): readonly Part[] {
  const often = `${lead} ${times(job.failures)}`;
  if (job.failures <= 1) return [often, ...lastFailure(job, atDesk)];
  const last = lastFailure(job, atDesk, " reported by ");
  return last.length === 0 ? [often] : [`${often}, the last time`, ...last];
}

function failedBefore(job: JobView, atDesk: string | null): readonly Part[] {
  if (job.failures === 0) return [];
  return [" ", ...failed(job, atDesk, "It failed"), "."];
}

function waitReason(job: JobView, atDesk: string | null): readonly Part[] {
  if (job.failures === 0) return ["."];
  const time = job.failures === 1 ? "it failed" : `it failed a ${ordinal(job.failures)} time`;
  return [`: ${time}`, ...lastFailure(job, atDesk), `, and tries again after ${durationOf(job.backoff)}.`];
}

function quarantineReason(
  job: JobView & { readonly state: "quarantined" },
  atDesk: string | null,
): readonly Part[] {
  const others = job.because.filter((id) => id !== job.id);
  if (!job.failedItself) return ["stopped because of ", ...listed(others), "."];
  return [
    ...failed(job, atDesk),
    ".",
    ...(others.length > 0 ? [" It is stopped because of ", ...listed(others), " too."] : []),
  ];
}

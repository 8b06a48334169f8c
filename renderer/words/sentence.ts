/** Why a job is where it is, in one sentence: the head of its page. */

import type { Hold, JobView, Millis } from "../../engine/model.ts";
import { agoPart, durationOf, timePart } from "./times.ts";
import { counted, listed, onOrBy, ordinal, personIs, times, whoIs, withAll, type Part } from "./parts.ts";

interface Circumstances {
  readonly now: Millis;
  /** Who is at the desk. */
  readonly atDesk: string | null;
  /** Nothing is handed out by the dispatcher. */
  readonly paused: boolean;
  /** How long the job was told to wait after its last failure; null if that isn't known. */
  readonly delay: Millis | null;
}

export function sentenceOf(job: JobView, { now, atDesk, paused, delay }: Circumstances): readonly Part[] {
  switch (job.state) {
    case "blocked":
      return [
        "Blocked: needs ",
        ...listed(job.waitsFor, job.unmet),
        " first.",
        ...failedBefore(job, atDesk),
        ...heldToo(job),
      ];
    case "held":
      return ["Held", ...heldBy(job.hold, ""), ...failedBefore(job, atDesk)];
    case "waiting":
      return ["Waiting until ", timePart(job.eligibleAt, now), ...waitReason(job, atDesk, delay)];
    case "ready":
      return [...readyFor(job, paused), ...failedBefore(job, atDesk)];
    case "claimed":
      return [
        "Claimed by ",
        whoIs(job.claimedBy, atDesk),
        " ",
        agoPart(job.since, now),
        `, its ${ordinal(job.attempts)} attempt.`,
        ...(job.deadline === null ? [] : [" The robot has until ", timePart(job.deadline, now), "."]),
      ];
    case "quarantined":
      return [
        "In quarantine since ",
        timePart(job.since, now),
        ": ",
        ...quarantineReason(job, atDesk),
        ...heldToo(job),
      ];
    case "completed":
      return [
        job.byHand ? "Completed by hand at " : "Completed at ",
        timePart(job.since, now),
        job.byHand ? triedBefore(job) : atWhichAttempt(job),
      ];
    case "cancelled":
      return ["Cancelled at ", timePart(job.since, now), ". It will never run."];
  }
}

const readyFor = ({ requires }: JobView, paused: boolean): readonly Part[] =>
  paused
    ? ["Ready, but nothing is handed out while the dispatcher is paused."]
    : ["Ready: the next free robot", ...withAll(requires), " may take it."];

/** A hold that nobody has set, but a silent robot, has a sentence of its own as its reason. */
function heldBy({ by, reason }: Hold, too: string): readonly Part[] {
  const why = reason === null ? "." : `${by === null ? "." : ":"} ${asSentence(reason)}`;
  return by === null ? [too, why] : [" by ", personIs(by), too, why];
}

/** A hold that counts once nothing else keeps the job. */
const heldToo = ({ hold }: JobView): readonly Part[] =>
  hold === null ? [] : [" It is held", ...heldBy(hold, " too")];

/** What somebody typed, with the stop that may be missing. */
const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const atWhichAttempt = ({ attempts }: JobView): string =>
  attempts > 1 ? `, at the ${ordinal(attempts)} attempt.` : ".";

const triedBefore = ({ attempts }: JobView): string =>
  attempts > 0 ? `, after ${counted(attempts, "attempt")}.` : ".";

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

function waitReason(job: JobView, atDesk: string | null, delay: Millis | null): readonly Part[] {
  if (job.failures === 0) return ["."];
  const time = job.failures === 1 ? "it failed" : `it failed a ${ordinal(job.failures)} time`;
  const wait = delay === null ? "then" : `after ${durationOf(delay)}`;
  return [`: ${time}`, ...lastFailure(job, atDesk), `, and tries again ${wait}.`];
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

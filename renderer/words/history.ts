/** A job's history in words. */

import type { JobEvent, JobId, Millis } from "../../engine/model.ts";
import { durationOf } from "./times.ts";
import { listed, onOrBy, personIs, whoIs, type Part } from "./parts.ts";

interface Told {
  readonly id: JobId;
  /** Newest first. */
  readonly history: readonly JobEvent[];
  /** Who is at the desk. */
  readonly atDesk: string | null;
}

/** One line of the history of a job. */
export function historyLine(event: JobEvent, { id, history, atDesk }: Told): readonly Part[] {
  const by: readonly Part[] = [" by ", whoIs(event.actor, atDesk)];
  // The others are operators' commands.
  const byPerson: readonly Part[] = [" by ", personIs(event.actor)];
  const because: readonly Part[] = event.reason === null ? [] : [`: ${event.reason}`];
  const otherCause = event.cause === id ? null : event.cause;
  switch (event.kind) {
    case "submitted":
      return ["Submitted", ...by, ...priorityOf(event), ...needs(event, ", needs ", "")];
    case "claimed":
      return ["Claimed", ...by, ...(event.attempt === null ? [] : [`, attempt ${event.attempt}`])];
    case "completed":
      return ["Completed", ...by, ...because];
    case "completedByHand":
      return ["Completed by hand, reported", ...byPerson, ...because];
    case "failed":
      return ["Failed", ...onOrBy(event.actor, atDesk, ", reported by "), ...because, againAfter(event)];
    case "expired":
      return [...whoseClaim(event, history, atDesk), " went silent", againAfter(event)];
    case "quarantined":
      return otherCause === null
        ? ["In quarantine: it failed too often"]
        : ["Stopped because of ", { job: otherCause }];
    case "redriven":
      return ["Redriven", ...byPerson, ...because];
    case "released":
      // By itself after an edit of what it needs; in older files after a redrive too.
      return otherCause === null
        ? ["Let go from quarantine", ...byPerson, ...because]
        : ["Let go with ", { job: otherCause }, ...byPerson, ...because];
    case "prerequisites":
      return [
        "Prerequisites changed",
        ...byPerson,
        ...needs(event, ", needs ", ", needs nothing"),
        ...because,
      ];
    case "priority":
      return [`Priority set to ${(event.priority ?? 0).toLocaleString("en-GB")}`, ...byPerson, ...because];
    case "held":
      return ["Held", ...(isOfEngine(event, history) ? [] : byPerson), ...because];
    case "unheld":
      return ["Hold lifted", ...byPerson, ...because];
    case "due":
      return ["Its earliest start has come"];
    case "late":
      return ["Reported as completed too late", ...onOrBy(event.actor, atDesk, ", by ")];
    case "takenBack":
      return ["Claim taken back", ...byPerson, ...because];
    case "cancelled":
      return otherCause === null
        ? ["Cancelled", ...byPerson, ...because]
        : ["Cancelled with ", { job: otherCause }, ...byPerson, ...because];
  }
}

/** The actor of an expiry is the engine, which noticed it. */
function whoseClaim(expiry: JobEvent, history: readonly JobEvent[], atDesk: string | null): readonly Part[] {
  const claim = history.find(({ kind, attempt }) => kind === "claimed" && attempt === expiry.attempt);
  return [claim ? whoIs(claim.actor, atDesk) : "Its robot"];
}

/** Rules L6, Q5: an expiry, or a completion that came too late, has held the job, not a person. */
const isOfEngine = ({ command, seq, actor }: JobEvent, history: readonly JobEvent[]): boolean =>
  command === "complete" ||
  history.some((before) => before.kind === "expired" && before.seq === seq - 1 && before.actor === actor);

/** Most jobs have none. */
const priorityOf = ({ priority }: JobEvent): readonly string[] =>
  priority === null || priority === 0 ? [] : [`, priority ${priority.toLocaleString("en-GB")}`];

function againAfter({ delay }: JobEvent): string {
  if (delay === null) return ". No further attempt";
  return delay === 0 ? ". Again at once" : `. Again after ${durationOf(delay)}`;
}

function needs(event: JobEvent, lead: string, none: string): readonly Part[] {
  return event.after === null || event.after.length === 0 ? [none] : [lead, ...listed(event.after)];
}

/** How long the job was told to wait after its last failure; null if the history given doesn't tell. */
export function lastDelayOf(history: readonly JobEvent[]): Millis | null {
  return history.find(({ kind }) => kind === "failed" || kind === "expired")?.delay ?? null;
}

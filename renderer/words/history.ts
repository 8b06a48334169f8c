/** A job's history in words, and the attempts that can be read from it. */

import type { JobEvent, JobId, Millis } from "../../engine/model.ts";
import { durationOf } from "./times.ts";
import { listed, onOrBy, whoIs, type Part } from "./parts.ts";

/** One line of the history of the job `id`; `atDesk`: who is at the desk. */
export function historyLine(event: JobEvent, id: JobId, atDesk: string | null): readonly Part[] {
  const by: readonly Part[] = [" by ", whoIs(event.actor, atDesk)];
  const because: readonly Part[] = event.reason === null ? [] : [`: ${event.reason}`];
  switch (event.kind) {
    case "submitted":
      return ["Submitted", ...by, ...needs(event, ", needs ", "")];
    case "claimed":
      return ["Claimed", ...by, ...(event.attempt === null ? [] : [`, attempt ${event.attempt}`])];
    case "completed":
      return ["Completed", ...by, ...because];
    case "failed":
      return [
        "Failed",
        ...onOrBy(event.actor, atDesk, ", reported by "),
        ...because,
        againAfter(event.delay),
      ];
    case "quarantined":
      return event.cause === null || event.cause === id
        ? ["In quarantine: it failed too often"]
        : ["Stopped because of ", { job: event.cause }];
    case "released":
      return event.cause === null || event.cause === id
        ? ["Redriven", ...by, ...because]
        : ["Let go with ", { job: event.cause }, ...by, ...because];
    case "prerequisites":
      return ["Prerequisites changed", ...by, ...needs(event, ", needs ", ", needs nothing"), ...because];
  }
}

function againAfter(delay: Millis | null): string {
  if (delay === null) return ". No further attempt";
  return delay === 0 ? ". Again at once" : `. Again after ${durationOf(delay)}`;
}

function needs(event: JobEvent, lead: string, none: string): readonly Part[] {
  return event.after === null || event.after.length === 0 ? [none] : [lead, ...listed(event.after)];
}

/** One claim of a job, and how it ended. */
export interface Attempt {
  readonly attempt: number;
  readonly who: string;
  readonly from: Millis;
  readonly to: Millis | null;
  readonly outcome: "running" | "completed" | "failed";
  readonly reason: string | null;
}

/** The attempts, oldest first, from a history that is newest first. A history cut short gives the latest ones. */
export function attemptsOf(history: readonly JobEvent[]): readonly Attempt[] {
  const attempts: Attempt[] = [];
  for (const event of history.toReversed()) {
    if (event.kind === "claimed") {
      attempts.push({
        attempt: event.attempt ?? attempts.length + 1,
        who: event.actor,
        from: event.at,
        to: null,
        outcome: "running",
        reason: null,
      });
    } else if (event.kind === "failed" || event.kind === "completed") {
      const running = attempts.pop();
      if (running) attempts.push({ ...running, to: event.at, outcome: event.kind, reason: event.reason });
    }
  }
  return attempts;
}

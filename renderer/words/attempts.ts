/** The attempts at a job, read from its history, and how each ended in words. */

import type { JobEvent, Millis } from "../../engine/model.ts";

/** How an attempt ended, by the kind of the event that ended it. */
export type Outcome =
  "running" | "completed" | "completedByHand" | "failed" | "expired" | "takenBack" | "cancelled";

/** One claim of a job, and how it ended. */
export interface Attempt {
  readonly attempt: number;
  readonly who: string;
  readonly from: Millis;
  readonly to: Millis | null;
  readonly outcome: Outcome;
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
      continue;
    }
    const outcome = outcomeOf(event);
    const last = attempts.at(-1);
    // What is done by hand or cancelled may be a job that nobody works on.
    if (outcome === null || last?.outcome !== "running") continue;
    attempts[attempts.length - 1] = { ...last, to: event.at, outcome, reason: event.reason };
  }
  return attempts;
}

/** Null if such an event ends no attempt. */
function outcomeOf({ kind }: JobEvent): Exclude<Outcome, "running"> | null {
  switch (kind) {
    case "completed":
    case "completedByHand":
    case "failed":
    case "expired":
    case "takenBack":
    case "cancelled":
      return kind;
    case "submitted":
    case "claimed":
    case "quarantined":
    case "redriven":
    case "released":
    case "prerequisites":
    case "priority":
    case "held":
    case "unheld":
    case "due":
    case "late":
      return null;
  }
}

export function outcomeWords({ outcome, reason }: Attempt): string {
  switch (outcome) {
    case "running":
      return "at work";
    case "completed":
      return "Completed";
    case "completedByHand":
      return "Completed by hand";
    case "failed":
      return reason ?? "Failed";
    case "expired":
      return "Went silent";
    case "takenBack":
      return "Taken back";
    case "cancelled":
      return "Cancelled";
  }
}

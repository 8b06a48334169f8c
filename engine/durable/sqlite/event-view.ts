/**
 * Events as they are shown. What is asked for in order is a merge of runs, one for each kind, since that is how the
 * indexes keep them: nothing is sorted, and what isn't shown isn't looked at.
 */

import type { JobEvent, JobId, LabEvent, LabEventKind } from "../../model.ts";

/** Those of the whole lab: the seldom ones. */
const LAB_KINDS: readonly LabEventKind[] = ["paused", "resumed", "clockJumped", "lost", "restored"];

/** Everything but heartbeats: those are kept, but are no news. */
export const SHOWN_KINDS: readonly LabEvent["kind"][] = [
  "claimed",
  "completed",
  "submitted",
  "failed",
  "expired",
  "quarantined",
  "released",
  "redriven",
  "prerequisites",
  "priority",
  "held",
  "unheld",
  "takenBack",
  "completedByHand",
  "cancelled",
  "due",
  "late",
  ...LAB_KINDS,
];

export const EVENT_KINDS: readonly LabEvent["kind"][] = [...SHOWN_KINDS, "extended"];

/** Higher than the number of any event. */
export const FROM_NEWEST = Number.MAX_SAFE_INTEGER;

export const EVENT = `seq, at, kind, actor, command, reason, attempt, delay, priority, needs,
  (SELECT id FROM job WHERE key = cause) AS cause`;

export type EventRow = Omit<JobEvent, "after"> & { readonly needs: string | null };

export const eventOf = <R extends { readonly needs: string | null }>({ needs, ...event }: R) => ({
  ...event,
  after: needs === null ? null : (JSON.parse(needs) as JobId[]),
});

/** The events of `:job` whose number is below `:before`, newest first. */
export function historyOf(): string {
  return merged(
    SHOWN_KINDS.filter((kind) => !(LAB_KINDS as readonly string[]).includes(kind)),
    (kind) => `SELECT ${EVENT} FROM event WHERE job = :job AND kind = '${kind}' AND seq < :before`,
    "seq DESC LIMIT :limit",
  );
}

/** One run for each of `kinds`, which are known words. */
export function merged(
  kinds: readonly LabEvent["kind"][],
  run: (kind: LabEvent["kind"]) => string,
  order: string,
): string {
  return `${kinds.map(run).join(" UNION ALL ")} ORDER BY ${order}`;
}

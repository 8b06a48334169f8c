/**
 * A job as the window sees it, read from its row: states that depend on the time are derived here from the stored
 * facts, `:clock` being the running time.
 */

import type { JobId, JobRef, JobState, Millis } from "../../model.ts";

const UNMET = `FROM prerequisite JOIN job AS needed ON needed.key = prerequisite.needs
  WHERE prerequisite.job = job.key AND needed.phase <> 'completed'`;
const BLOCKED = `EXISTS (SELECT 1 ${UNMET})`;

/** An earliest start is dropped once it was reached. */
const EARLY = "(not_before IS NOT NULL OR eligible_at > :clock)";

const STATE = `CASE WHEN phase <> 'open' THEN phase WHEN ${BLOCKED} THEN 'blocked' WHEN held THEN 'held'
  WHEN ${EARLY} THEN 'waiting' ELSE 'ready' END`;

/** How each state is found by the stored facts. */
export const IN_STATE: Readonly<Record<JobState, string>> = {
  blocked: `phase = 'open' AND ${BLOCKED}`,
  held: `phase = 'open' AND held AND NOT ${BLOCKED}`,
  waiting: `phase = 'open' AND NOT held AND ${EARLY} AND NOT ${BLOCKED}`,
  ready: `phase = 'open' AND NOT held AND NOT ${EARLY} AND NOT ${BLOCKED}`,
  claimed: "phase = 'claimed'",
  quarantined: "phase = 'quarantined'",
  completed: "phase = 'completed'",
  cancelled: "phase = 'cancelled'",
};

/** What is final waits for nothing, although its row still names what it needed. */
export const selectJob = `SELECT key, id, position, backoff, priority, requires, labels, max_failures AS maxFailures,
  since, eligible_at AS eligibleAt, not_before AS notBefore, failures, attempts, token, deadline, failed_itself AS failedItself,
  held, held_by AS heldBy, held_reason AS heldReason, by_hand AS byHand, revision,
  iif(phase IN ('completed', 'cancelled'), 0, (SELECT count(*) ${UNMET})) AS unmet, ${STATE} AS state FROM job`;

export const selectRef = `SELECT job.id, job.failed_itself AS failedItself, ${STATE} AS state FROM job`;

export interface JobRow {
  readonly key: number;
  readonly id: JobId;
  readonly position: number;
  readonly backoff: Millis;
  readonly priority: number;
  readonly requires: string | null;
  readonly labels: string | null;
  readonly maxFailures: number | null;
  readonly since: Millis;
  readonly eligibleAt: Millis;
  readonly notBefore: Millis | null;
  readonly failures: number;
  readonly attempts: number;
  readonly token: number | null;
  readonly deadline: Millis | null;
  readonly failedItself: number | null;
  readonly held: number;
  readonly heldBy: string | null;
  readonly heldReason: string | null;
  readonly byHand: number;
  readonly revision: number;
  readonly unmet: number;
  readonly state: JobState;
}

export type RefRow = Pick<JobRow, "id" | "state" | "failedItself">;

export const refOf = ({ id, state, failedItself }: RefRow): JobRef => ({
  id,
  state,
  failedItself: failedItself === 1,
});

/** A change as a row of the table `event`, with its results: whoever reads it need not decide anything again (rule D4). */

import type { Change, JobChange } from "../../changes.ts";
import { NEVER, type Job } from "../../job.ts";
import type { Circumstances } from "../journal.ts";

export function eventRow(change: Change, { actor, reason, clock, at }: Circumstances) {
  return {
    at,
    clock,
    kind: change.kind,
    actor,
    // A hold that nobody commanded has a reason of its own.
    reason: change.kind === "held" ? change.hold.reason : reason,
    ...NO_RESULTS,
    ...("job" in change ? resultsOf(change) : undefined),
  };
}

interface Results {
  readonly job: number | null;
  readonly attempt: number | null;
  readonly token: number | null;
  readonly deadline: number | null;
  readonly delay: number | null;
  readonly eligible_at: number | null;
  readonly position: number | null;
  readonly priority: number | null;
  readonly quarantine_order: number | null;
  readonly cause: number | null;
  readonly needs: string | null;
}

const NO_RESULTS: Results = {
  job: null,
  attempt: null,
  token: null,
  deadline: null,
  delay: null,
  eligible_at: null,
  position: null,
  priority: null,
  quarantine_order: null,
  cause: null,
  needs: null,
};

export const EVENT_COLUMNS: readonly string[] = [
  "at",
  "clock",
  "kind",
  "actor",
  "reason",
  ...Object.keys(NO_RESULTS),
];

function resultsOf(change: JobChange): Partial<Results> {
  const job = change.job.key;
  switch (change.kind) {
    case "submitted": {
      const { position, priority, eligibleAt } = change.job;
      return { job, position, priority, eligible_at: eligibleAt, needs: idsOf(change.job.prerequisites) };
    }
    case "claimed":
    case "extended":
      return { ...claimOf(change.job), deadline: change.deadline === NEVER ? null : change.deadline };
    case "completed":
      return claimOf(change.job);
    case "takenBack":
      return { ...claimOf(change.job), eligible_at: change.eligibleAt };
    case "failed":
    case "expired": {
      const { retry } = change;
      if (retry === undefined) return claimOf(change.job);
      const { delay, eligibleAt, position } = retry;
      return { ...claimOf(change.job), delay, eligible_at: eligibleAt, position };
    }
    case "quarantined":
      return { job, quarantine_order: change.order, cause: change.cause?.key ?? null };
    case "redriven":
      return { job, eligible_at: change.eligibleAt };
    case "released":
    case "cancelled":
      return { job, cause: change.cause?.key ?? null };
    case "prerequisites":
      return { job, needs: idsOf(change.prerequisites) };
    case "priority":
      return { job, priority: change.priority };
    case "completedByHand":
    case "held":
    case "unheld":
      return { job };
  }
}

/** The claim that it is about: a job keeps the numbers of its latest. */
const claimOf = ({ key, attempts, token }: Job) => ({ job: key, attempt: attempts, token });

const idsOf = (jobs: readonly Job[]): string => JSON.stringify(jobs.map(({ id }) => id));

/** A job as a row of the table `job`, and back. */

import { NEVER, PLAIN_TERMS, type Job, type Terms } from "../../job.ts";
import type { Millis, OnExpiry, Phase } from "../../model.ts";
import type { StoredJob } from "../../stored-lab.ts";
import { termsRequiring } from "../../submission.ts";

/** What a row begins with and never changes. */
interface SubmittedColumns {
  readonly key: number;
  readonly id: string;
  readonly backoff: Millis;
  readonly requires: string | null;
  readonly max_failures: number | null;
  readonly backoff_factor: number | null;
  readonly backoff_max: Millis | null;
  readonly jitter: number | null;
  readonly on_expiry: OnExpiry | null;
}

/** What changes. */
interface ChangingColumns {
  readonly priority: number;
  readonly position: number;
  readonly phase: Phase;
  readonly eligible_at: Millis;
  readonly failures: number;
  readonly lifetime_failures: number;
  readonly attempts: number;
  readonly token: number | null;
  readonly lease: Millis | null;
  readonly deadline: Millis | null;
  readonly quarantine_order: number | null;
  readonly failed_itself: number | null;
  readonly held: number;
  readonly held_by: string | null;
  readonly held_reason: string | null;
  readonly by_hand: number;
  readonly revision: number;
}

/** All that the dispatcher needs of a job: not what it was given for robots and people only, which may be long. */
export type JobRow = SubmittedColumns & ChangingColumns;

export const CHANGING_COLUMNS: readonly (keyof ChangingColumns)[] = [
  "priority",
  "position",
  "phase",
  "eligible_at",
  "failures",
  "lifetime_failures",
  "attempts",
  "token",
  "lease",
  "deadline",
  "quarantine_order",
  "failed_itself",
  "held",
  "held_by",
  "held_reason",
  "by_hand",
  "revision",
];

/** What a claim and its completion change: most of what happens in a lab, so that it is written without the rest. */
export const CLAIM_COLUMNS: readonly (keyof ChangingColumns)[] = [
  "phase",
  "attempts",
  "token",
  "lease",
  "deadline",
  "revision",
];

export const JOB_COLUMNS: readonly (keyof JobRow)[] = [
  "key",
  "id",
  "backoff",
  "requires",
  "max_failures",
  "backoff_factor",
  "backoff_max",
  "jitter",
  "on_expiry",
  ...CHANGING_COLUMNS,
];

export function submittedColumns({ key, id, backoff, terms }: Job): SubmittedColumns {
  return {
    key,
    id,
    backoff,
    requires: listColumn(terms.requires),
    max_failures: terms.maxFailures ?? null,
    backoff_factor: terms.backoffFactor === 1 ? null : terms.backoffFactor,
    backoff_max: terms.backoffMax ?? null,
    jitter: terms.jitter || null,
    on_expiry: terms.onExpiry ?? null,
  };
}

export function changingColumns(job: Job): ChangingColumns {
  const quarantined = job.phase === "quarantined";
  return {
    priority: job.priority,
    position: job.position,
    phase: job.phase,
    eligible_at: job.eligibleAt,
    failures: job.failures,
    lifetime_failures: job.lifetimeFailures,
    attempts: job.attempts,
    token: job.token || null,
    lease: job.lease === NEVER ? null : job.lease,
    deadline: job.deadline === NEVER ? null : job.deadline,
    quarantine_order: quarantined ? job.quarantineOrder : null,
    failed_itself: quarantined ? Number(job.failedItself) : null,
    held: Number(job.hold !== undefined),
    held_by: job.hold?.by ?? null,
    held_reason: job.hold?.reason ?? null,
    by_hand: Number(job.byHand),
    revision: job.revision,
  };
}

export function storedJob(row: JobRow): StoredJob {
  return {
    key: row.key,
    id: row.id,
    backoff: row.backoff,
    terms: termsIn(row),
    priority: row.priority,
    position: row.position,
    phase: row.phase,
    failures: row.failures,
    lifetimeFailures: row.lifetime_failures,
    attempts: row.attempts,
    eligibleAt: row.eligible_at,
    token: row.token ?? 0,
    lease: row.lease ?? NEVER,
    deadline: row.deadline ?? NEVER,
    failedItself: row.failed_itself === 1,
    quarantineOrder: row.quarantine_order ?? 0,
    hold: row.held === 1 ? { by: row.held_by, reason: row.held_reason } : undefined,
    byHand: row.by_hand === 1,
    revision: row.revision,
  };
}

/** A list as JSON; null for an empty one. */
export const listColumn = (list: readonly string[]): string | null =>
  list.length === 0 ? null : JSON.stringify(list);

export const listIn = (column: string | null): readonly string[] =>
  column === null ? NO_WORDS : (JSON.parse(column) as string[]);

const NO_WORDS: readonly string[] = [];

function termsIn(row: SubmittedColumns): Terms {
  const { requires, max_failures, backoff_factor, backoff_max, jitter, on_expiry } = row;
  const given = [requires, max_failures, backoff_factor, backoff_max, jitter, on_expiry];
  if (given.every((column) => column === null)) return PLAIN_TERMS;
  return {
    ...termsRequiring(listIn(requires)),
    maxFailures: max_failures ?? undefined,
    backoffFactor: backoff_factor ?? 1,
    backoffMax: backoff_max ?? undefined,
    jitter: jitter ?? 0,
    onExpiry: on_expiry ?? undefined,
  };
}

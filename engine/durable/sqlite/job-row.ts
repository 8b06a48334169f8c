/** A job as a row of the table `job`, and back. */

import type { Submitted } from "../../changes.ts";
import { NEVER, PLAIN_TERMS, type Job, type Terms } from "../../job.ts";
import type { Millis, OnExpiry, Phase } from "../../model.ts";
import type { StoredJob } from "../../stored-lab.ts";
import { termsRequiring } from "../../submission.ts";

export type Value = number | string | null;

/** Each column with the value that it has for a job: what is bound can't go out of step with what is named. */
type Columns<Of> = readonly (readonly [name: string, of: (of: Of) => Value])[];

/** What a claim and its completion change: most of what happens in a lab, so that it is written without the rest. */
const CLAIM: Columns<Job> = [
  ["phase", (job) => job.phase],
  ["attempts", (job) => job.attempts],
  ["token", (job) => job.token || null],
  ["lease", (job) => (job.lease === NEVER ? null : job.lease)],
  ["deadline", (job) => (job.deadline === NEVER ? null : job.deadline)],
  ["revision", (job) => job.revision],
];

const CHANGING: Columns<Job> = [
  ...CLAIM,
  ["priority", (job) => job.priority],
  ["position", (job) => job.position],
  ["eligible_at", (job) => job.eligibleAt],
  ["not_before", (job) => job.notBefore || null],
  ["failures", (job) => job.failures],
  ["lifetime_failures", (job) => job.lifetimeFailures],
  ["quarantine_order", (job) => (job.phase === "quarantined" ? job.quarantineOrder : null)],
  ["failed_itself", (job) => (job.phase === "quarantined" ? Number(job.failedItself) : null)],
  ["held", (job) => Number(job.hold !== undefined)],
  ["held_by", (job) => job.hold?.by ?? null],
  ["held_reason", (job) => job.hold?.reason ?? null],
  ["by_hand", (job) => Number(job.byHand)],
];

/** What never changes, as far as the dispatcher needs it. */
const SUBMITTED: Columns<Job> = [
  ["key", (job) => job.key],
  ["id", (job) => job.id],
  ["backoff", (job) => job.backoff],
  ["requires", ({ terms }) => listColumn(terms.requires)],
  ["station", ({ terms }) => terms.station ?? null],
  ["max_failures", ({ terms }) => terms.maxFailures ?? null],
  ["backoff_factor", ({ terms }) => (terms.backoffFactor === 1 ? null : terms.backoffFactor)],
  ["backoff_max", ({ terms }) => terms.backoffMax ?? null],
  ["jitter", ({ terms }) => terms.jitter || null],
  ["on_expiry", ({ terms }) => terms.onExpiry ?? null],
];

/** What robots and people were given with it, which may be long: no memory holds it. */
const GIVEN: Columns<Submitted> = [
  ["payload", ({ payload }) => (payload === null ? null : JSON.stringify(payload))],
  ["labels", ({ labels }) => listColumn(labels)],
  ["expected_ms", ({ expectedMs }) => expectedMs ?? null],
  ["use_by", ({ useBy }) => useBy ?? null],
];

const namesOf = <Of>(columns: Columns<Of>): readonly string[] => columns.map(([name]) => name);

const valuesOf = <Of>(columns: Columns<Of>, of: Of): Value[] => columns.map(([, value]) => value(of));

export const CLAIM_COLUMNS = namesOf(CLAIM);
export const CHANGING_COLUMNS = namesOf(CHANGING);
/** All that the dispatcher needs of a job. */
export const JOB_COLUMNS = [...namesOf(SUBMITTED), ...CHANGING_COLUMNS];
export const GIVEN_COLUMNS = namesOf(GIVEN);

export const claimValues = (job: Job): Value[] => valuesOf(CLAIM, job);

export const changingValues = (job: Job): Value[] => valuesOf(CHANGING, job);

/** In the order of JOB_COLUMNS, then GIVEN_COLUMNS. */
export const submittedValues = (change: Submitted): Value[] => [
  ...valuesOf(SUBMITTED, change.job),
  ...valuesOf(CHANGING, change.job),
  ...valuesOf(GIVEN, change),
];

/** What JOB_COLUMNS hold. */
export interface JobRow {
  readonly key: number;
  readonly id: string;
  readonly backoff: Millis;
  readonly requires: string | null;
  readonly station: string | null;
  readonly max_failures: number | null;
  readonly backoff_factor: number | null;
  readonly backoff_max: Millis | null;
  readonly jitter: number | null;
  readonly on_expiry: OnExpiry | null;
  readonly phase: Phase;
  readonly attempts: number;
  readonly token: number | null;
  readonly lease: Millis | null;
  readonly deadline: Millis | null;
  readonly revision: number;
  readonly priority: number;
  readonly position: number;
  readonly eligible_at: Millis;
  readonly not_before: Millis | null;
  readonly failures: number;
  readonly lifetime_failures: number;
  readonly quarantine_order: number | null;
  readonly failed_itself: number | null;
  readonly held: number;
  readonly held_by: string | null;
  readonly held_reason: string | null;
  readonly by_hand: number;
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
    notBefore: row.not_before ?? 0,
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

type TermsColumns = Pick<
  JobRow,
  "requires" | "station" | "max_failures" | "backoff_factor" | "backoff_max" | "jitter" | "on_expiry"
>;

function termsIn(row: TermsColumns): Terms {
  const { requires, station, max_failures, backoff_factor, backoff_max, jitter, on_expiry } = row;
  const given = [requires, station, max_failures, backoff_factor, backoff_max, jitter, on_expiry];
  if (given.every((column) => column === null)) return PLAIN_TERMS;
  return {
    ...termsRequiring(listIn(requires), station ?? undefined),
    maxFailures: max_failures ?? undefined,
    backoffFactor: backoff_factor ?? 1,
    backoffMax: backoff_max ?? undefined,
    jitter: jitter ?? 0,
    onExpiry: on_expiry ?? undefined,
  };
}

/**
 * The filters of a list: what each asks of a row, and, where few jobs pass it, their keys from an index, so that a
 * list of few jobs among a million costs what the few cost.
 */

import type Database from "better-sqlite3";
import { isAbsent } from "../../arguments.ts";
import type { JobState, Phase } from "../../model.ts";
import { refuse } from "../../rejected.ts";
import { IN_STATE } from "./job-view.ts";
import { LIST_ORDERS, PHASES, type ListOrder } from "./list-order.ts";
import type { SearchIndex } from "./search-index.ts";

/** Which jobs a list shows, and how: a job is shown if it passes every filter that is given. */
export interface ListQuery {
  /** All if absent. */
  readonly states?: readonly JobState[] | undefined;
  /** Part of an id, in any case. */
  readonly text?: string | undefined;
  /** Part of an id, a label or a reason that it failed for, in any case. */
  readonly search?: string | undefined;
  /** It has all of these. */
  readonly labels?: readonly string[] | undefined;
  /** A robot needs this capability for it. */
  readonly requires?: string | undefined;
  /** Who claimed it last. */
  readonly station?: string | undefined;
  /** Who had it when it last failed or its lease last expired. */
  readonly failedOn?: string | undefined;
  readonly priority?: { readonly from?: number | undefined; readonly to?: number | undefined } | undefined;
  /** The order of the line if absent. */
  readonly sort?: { readonly by: ListOrder; readonly descending?: boolean | undefined } | undefined;
  /** The `next` of the page before. */
  readonly after?: string | number | null | undefined;
  /** The longest page. */
  readonly limit: number;
}

/** What a list is narrowed by. */
export interface Filters {
  /** True of a row of `job` that is shown; with `:clock` and `values`. */
  readonly condition: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The phases that the asked states are in. */
  readonly phases: readonly Phase[];
  /** The keys of all that may pass, in no order; undefined if that is too many to be of use. */
  readonly candidates: () => readonly number[] | undefined;
}

/** More are walked through in the order of the list: one in 50 of a million, so that a page is soon full. */
export const MOST_CANDIDATES = 20_000;

/** A key's column, and what the statement is run with. */
interface Source {
  readonly sql: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const PHASE_OF: Readonly<Record<JobState, Phase>> = {
  blocked: "open",
  held: "open",
  waiting: "open",
  ready: "open",
  claimed: "claimed",
  quarantined: "quarantined",
  completed: "completed",
  cancelled: "cancelled",
};

const LAST_CLAIM = `(SELECT actor FROM event WHERE event.job = job.key AND kind = 'claimed'
  ORDER BY seq DESC LIMIT 1)`;

/** Nobody reports that a lease expired: it was the station's that had claimed the job. */
export const LAST_FAILED_ON = `(SELECT iif(kind = 'expired', (SELECT actor FROM event AS claim
    WHERE claim.job = event.job AND claim.kind = 'claimed' AND claim.seq < event.seq
    ORDER BY claim.seq DESC LIMIT 1), actor)
  FROM event WHERE seq = max(
    coalesce((SELECT max(seq) FROM event WHERE event.job = job.key AND kind = 'failed'), 0),
    coalesce((SELECT max(seq) FROM event WHERE event.job = job.key AND kind = 'expired'), 0)))`;

const HAS_REASON = `lifetime_failures > 0 AND EXISTS (
  SELECT 1 FROM event WHERE event.job = job.key AND kind = 'failed' AND reason LIKE :search ESCAPE '\\')`;
const HAS_LABEL = `labels IS NOT NULL AND EXISTS (
  SELECT 1 FROM json_each(labels) WHERE value LIKE :search ESCAPE '\\')`;

const marked = (kind: string, name: string): string =>
  `EXISTS (SELECT 1 FROM mark WHERE mark.kind = '${kind}' AND word = :${name} AND mark.job = job.key)`;

/** Part of a text, to the letter but for its case. */
const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** What no type has checked, since it comes from outside. */
export function checkListQuery({ states, labels, sort }: ListQuery): void {
  const other = states?.find((state) => !Object.hasOwn(PHASE_OF, state));
  if (other !== undefined) {
    refuse("INVALID_ARGUMENT", `No job is ever ${other as string}. Name a state.`, { field: "states" });
  }
  if (!isAbsent(labels) && !labels.every((label) => typeof label === "string")) {
    refuse("INVALID_ARGUMENT", "Labels are texts.", { field: "labels" });
  }
  if (!isAbsent(sort) && !LIST_ORDERS.includes(sort.by)) {
    const message = `A list can't be sorted by ${sort.by as string}. Take one of ${LIST_ORDERS.join(", ")}.`;
    refuse("INVALID_ARGUMENT", message, { field: "sort" });
  }
}

export function filtersOf(db: Database.Database, index: SearchIndex | undefined, query: ListQuery): Filters {
  const { states, text, search, labels = [], requires, station, failedOn, priority } = query;
  const conditions: string[] = [];
  const values: Record<string, unknown> = {};
  const sources: (() => readonly number[] | undefined)[] = [];
  const from = (sql: string, with_: Source["values"]) => () => keysIn(db, { sql, values: with_ });
  const phases = states
    ? PHASES.filter((phase) => states.some((state) => PHASE_OF[state] === phase))
    : PHASES;

  if (states) {
    const runs = states.map((state) => IN_STATE[state]);
    conditions.push(runs.map((run) => `(${run})`).join(" OR ") || "FALSE");
    sources.push(() => union(states.map((state) => keysIn(db, keysOfState(state)))));
  }
  if (text) {
    conditions.push("id LIKE :text ESCAPE '\\'");
    values.text = pattern(text);
    sources.push(() => index?.jobsNamed(text, MOST_CANDIDATES));
  }
  if (search) {
    conditions.push(`id LIKE :search ESCAPE '\\' OR (${HAS_LABEL}) OR (${HAS_REASON})`);
    values.search = pattern(search);
    sources.push(() =>
      union([index?.jobsNamed(search, MOST_CANDIDATES), index?.jobsFailedFor(db, search, MOST_CANDIDATES)]),
    );
  }
  for (const [n, label] of labels.entries()) {
    const name = `label${String(n)}`;
    conditions.push(marked("label", name));
    values[name] = label;
    sources.push(from("SELECT job FROM mark WHERE kind = 'label' AND word = :label", { label }));
  }
  if (!isAbsent(requires)) {
    conditions.push(marked("requires", "requires"));
    values.requires = requires;
    sources.push(from("SELECT job FROM mark WHERE kind = 'requires' AND word = :requires", { requires }));
  }
  if (!isAbsent(station)) {
    conditions.push(`attempts > 0 AND ${LAST_CLAIM} = :station`);
    values.station = station;
    sources.push(from(claimsBy("station"), { station }));
  }
  if (!isAbsent(failedOn)) {
    conditions.push(`lifetime_failures > 0 AND ${LAST_FAILED_ON} = :failedOn`);
    values.failedOn = failedOn;
    const failed = "SELECT job FROM event WHERE actor = :failedOn AND kind = 'failed'";
    sources.push(from(`${claimsBy("failedOn")} UNION ALL ${failed}`, { failedOn }));
  }
  if (!isAbsent(priority)) {
    const lowest = priority.from ?? Number.MIN_SAFE_INTEGER;
    const highest = priority.to ?? Number.MAX_SAFE_INTEGER;
    Object.assign(values, { lowest, highest });
    const range = "priority BETWEEN :lowest AND :highest";
    conditions.push(range);
    const run = (phase: Phase) =>
      `SELECT key FROM job INDEXED BY job_by_priority WHERE phase = '${phase}' AND priority <> 0 AND ${range}`;
    // Nearly all have 0: there is no index of those.
    if (phases.length > 0 && (lowest > 0 || highest < 0))
      sources.push(from(phases.map(run).join(" UNION ALL "), { lowest, highest }));
  }
  return {
    condition: conditions.map((condition) => `(${condition})`).join(" AND ") || "TRUE",
    values,
    phases,
    candidates: () => fewest(sources.map((source) => source())),
  };
}

const claimsBy = (name: string): string =>
  `SELECT job FROM event WHERE actor = :${name} AND kind = 'claimed'`;

const keysOfState = (state: JobState): Source => ({
  sql:
    state === "held"
      ? "SELECT key FROM job INDEXED BY job_on_hold WHERE held = 1"
      : `SELECT key FROM job WHERE phase = '${PHASE_OF[state]}'`,
  values: {},
});

/** Undefined if there are too many. */
function keysIn(db: Database.Database, { sql, values }: Source): readonly number[] | undefined {
  const keys = db
    .prepare(`${sql} LIMIT ${String(MOST_CANDIDATES + 1)}`)
    .pluck()
    .all(values) as number[];
  return keys.length > MOST_CANDIDATES ? undefined : [...new Set(keys)];
}

function union(lists: readonly (readonly number[] | undefined)[]): readonly number[] | undefined {
  const keys = new Set<number>();
  for (const list of lists) {
    if (list === undefined) return undefined;
    for (const key of list) keys.add(key);
  }
  return keys.size > MOST_CANDIDATES ? undefined : [...keys];
}

function fewest(lists: readonly (readonly number[] | undefined)[]): readonly number[] | undefined {
  return lists.reduce((least, list) => {
    return list !== undefined && (least === undefined || list.length < least.length) ? list : least;
  }, undefined);
}

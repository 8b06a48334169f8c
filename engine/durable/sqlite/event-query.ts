/**
 * What happened in the lab, page after page: of one job or one actor, of some kinds, or between two instants. The order
 * is that of the events' numbers; where only kinds or instants narrow it down, that of the wall clock they were
 * recorded with, which may have been set back.
 */

import type Database from "better-sqlite3";
import { isAbsent } from "../../arguments.ts";
import type { JobId, LabEvent, LabEvents, Millis } from "../../model.ts";
import { refuse } from "../../rejected.ts";
import { stopwatch } from "../clock.ts";
import { EVENT, EVENT_KINDS, eventOf, FROM_NEWEST, merged, SHOWN_KINDS } from "./event-view.ts";
import { checkPage, cursorOf, valuesIn } from "./page.ts";

/** Which events are shown: those that pass every filter that is given. */
export interface EventQuery {
  readonly job?: JobId | undefined;
  readonly actor?: string | undefined;
  /** All but heartbeats if absent. */
  readonly kinds?: readonly LabEvent["kind"][] | undefined;
  /** Wall clock; `to` is the first instant that isn't shown any more. */
  readonly from?: Millis | undefined;
  readonly to?: Millis | undefined;
  /** The `next` of the page before. */
  readonly after?: string | null | undefined;
  /** The longest page. */
  readonly limit: number;
}

/** How long one reading goes on. */
const PATIENCE: Millis = 100;
/** Rows between two looks at the time. */
const STRIDE = 256;

type Row = Omit<LabEvent, "after"> & { readonly needs: string | null; readonly hit: number };

export class EventQueries {
  readonly #db: Database.Database;
  readonly #patience: Millis;

  constructor(reader: Database.Database, { patience = PATIENCE } = {}) {
    this.#db = reader;
    this.#patience = patience;
  }

  /** Undefined if there is no such job. */
  events(query: EventQuery): LabEvents | undefined {
    const { limit, actor, from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER } = query;
    checkPage(limit);
    const job = isAbsent(query.job) ? null : this.#keyOf(query.job);
    if (job === undefined) return undefined;
    const plan = planFor(query, kindsIn(query.kinds));
    if (plan === undefined) return { events: [], next: null };
    const [before = FROM_NEWEST, beforeAt = Math.min(to, FROM_NEWEST)] = (valuesIn(
      query.after,
      plan.list,
      plan.list === "at" ? ["number", "number"] : ["number"],
    ) ?? []) as number[];
    const values = { job, actor: actor ?? null, from, to, before, beforeAt };
    const elapsed = stopwatch();
    const events: LabEvent[] = [];
    const cursor = ({ seq, at }: Row) => cursorOf(plan.list, plan.list === "at" ? [seq, at] : [seq]);
    let seen = 0;
    let last: Row | undefined;
    for (const row of this.#db.prepare(plan.sql).iterate(values) as Iterable<Row>) {
      if (events.length === limit) return { events, next: last ? cursor(last) : null };
      seen += 1;
      const { hit, ...event } = row;
      if (hit) {
        events.push(eventOf(event));
        last = row;
      }
      if (seen % STRIDE === 0 && elapsed() > this.#patience) return { events, next: cursor(row) };
    }
    return { events, next: null };
  }

  #keyOf(id: JobId): number | undefined {
    return this.#db.prepare("SELECT key FROM job WHERE id = ?").pluck().get(id) as number | undefined;
  }
}

interface Plan {
  readonly list: "seq" | "at";
  readonly sql: string;
}

const BETWEEN = "at >= :from AND at < :to";

/** The index that narrows it down most, entered once for each kind; undefined if no kind is asked for. */
export function planFor(query: EventQuery, kinds: readonly LabEvent["kind"][]): Plan | undefined {
  const { job, actor, from, to } = query;
  const byTime = !isAbsent(from) || !isAbsent(to);
  const hits = [
    ...(byTime ? [BETWEEN] : []),
    ...(isAbsent(actor) || isAbsent(job) ? [] : ["actor = :actor"]),
  ];
  const select = `SELECT ${EVENT}, (SELECT id FROM job WHERE key = event.job) AS job,
    ${hits.join(" AND ") || "TRUE"} AS hit FROM event`;
  if (kinds.length === 0) return undefined;
  if (!isAbsent(job) || !isAbsent(actor)) {
    const whose = isAbsent(job) ? "actor = :actor" : "job = :job";
    const run = (kind: string) => `${select} WHERE ${whose} AND kind = '${kind}' AND seq < :before`;
    return { list: "seq", sql: merged(kinds, run, "seq DESC") };
  }
  if (byTime || !isAbsent(query.kinds)) {
    const since = isAbsent(from) ? "" : " AND at >= :from";
    const run = (kind: string) =>
      `${select} WHERE kind = '${kind}'${since} AND (at, seq) < (:beforeAt, :before)`;
    return { list: "at", sql: merged(kinds, run, "at DESC, seq DESC") };
  }
  return {
    list: "seq",
    sql: `${select} WHERE seq < :before AND kind <> 'extended' ORDER BY seq DESC`,
  };
}

function kindsIn(kinds: readonly LabEvent["kind"][] | undefined): readonly LabEvent["kind"][] {
  if (isAbsent(kinds)) return SHOWN_KINDS;
  const other = kinds.find((kind) => !EVENT_KINDS.includes(kind));
  if (other !== undefined) {
    refuse("INVALID_ARGUMENT", `Nothing that happens is called ${other as string}.`, { field: "kinds" });
  }
  return [...new Set(kinds)];
}

/**
 * A page of the job list. Few candidates are fetched and sorted; many are walked through in the order of the list until
 * the page is full. A walk ends when its time is over, too: such a page is shorter, and its cursor goes on from there.
 */

import type Database from "better-sqlite3";
import { isAbsent } from "../../arguments.ts";
import type { Counts, JobList, Millis, Total } from "../../model.ts";
import { stopwatch } from "../clock.ts";
import { checkListQuery, filtersOf, type Filters, type ListQuery } from "./list-filters.ts";
import {
  behind,
  boundsIn,
  boundsOf,
  cursorAt,
  inOrder,
  orderBy,
  PLACE,
  walk,
  type Place,
  type Sort,
} from "./list-order.ts";
import { checkPage } from "./page.ts";
import type { Instant, Queries } from "./queries.ts";
import type { SearchIndex } from "./search-index.ts";

/** Nobody reads a larger number more exactly. */
const COUNTED_UP_TO = 1_000;
/** How long a walk goes on. */
const PATIENCE: Millis = 100;
/** Rows between two looks at the time. */
const STRIDE = 256;

/** How many there are in each state, where that is known. */
export interface Known {
  readonly counts?: Counts | undefined;
}

interface Found {
  readonly places: readonly Place[];
  /** Where the next page goes on; undefined at the end. */
  readonly end: Place | undefined;
  readonly total: Total | null;
}

export class ListQueries {
  readonly #db: Database.Database;
  readonly #queries: Queries;
  readonly #patience: Millis;

  constructor(reader: Database.Database, queries: Queries, { patience = PATIENCE } = {}) {
    this.#db = reader;
    this.#queries = queries;
    this.#patience = patience;
  }

  list(query: ListQuery, instant: Instant & Known, index?: SearchIndex): JobList {
    const { limit } = query;
    checkPage(limit);
    checkListQuery(query);
    const sort: Sort = { by: query.sort?.by ?? "line", descending: query.sort?.descending ?? false };
    const after = boundsIn(sort, query.after);
    const page = { sort, after, limit, clock: instant.clock };
    const filters = filtersOf(this.#db, index, query);
    const keys = isServedByOrder(query, sort) ? undefined : filters.candidates();
    const { places, end, total } =
      keys === undefined ? this.#walked(filters, page) : this.#among(keys, filters, page);
    return {
      jobs: this.#queries.views(
        places.map(({ key }) => key),
        instant,
      ),
      next: end === undefined ? null : cursorAt(sort, end),
      total: after === null ? (totalOf(query, instant.counts) ?? total) : null,
    };
  }

  #among(keys: readonly number[], filters: Filters, { sort, after, limit, clock }: Page): Found {
    const bounds = behind(sort, after).map((bound) => `(${bound})`);
    const rows = this.#db
      .prepare(
        `SELECT ${PLACE} FROM (SELECT value AS candidate FROM json_each(:keys)) CROSS JOIN job ON job.key = candidate
         WHERE (${bounds.join(" OR ")}) AND ${filters.condition} ORDER BY ${orderBy(sort)}`,
      )
      .all({ ...filters.values, ...boundsOf(after), clock, keys: JSON.stringify(keys) }) as Place[];
    const places = rows.slice(0, limit);
    return {
      places,
      end: rows.length > limit ? places.at(-1) : undefined,
      total: { count: rows.length, exact: true },
    };
  }

  #walked({ condition, values, phases }: Filters, { sort, after, limit, clock }: Page): Found {
    if (phases.length === 0) return { places: [], end: undefined, total: { count: 0, exact: true } };
    const statements = walk(sort, phases, after, condition).map((sql) => this.#db.prepare(sql));
    const elapsed = stopwatch();
    const wanted = after === null ? Math.max(limit, COUNTED_UP_TO) : limit;
    const places: Place[] = [];
    let [count, seen] = [0, 0];
    const bound = { ...values, ...boundsOf(after), clock };
    const rows = statements.map((statement) => statement.iterate(bound) as Iterable<Row>);
    for (const row of inOrder(sort, rows)) {
      seen += 1;
      if (row.hit) {
        if (count === wanted) return { places, end: places.at(-1), total: { count, exact: false } };
        count += 1;
        if (places.length < limit) places.push(row);
      }
      if (seen % STRIDE === 0 && elapsed() > this.#patience) {
        const isFull = places.length === limit;
        return { places, end: isFull ? places.at(-1) : row, total: { count, exact: false } };
      }
    }
    return {
      places,
      end: count > limit ? places.at(-1) : undefined,
      total: { count, exact: true },
    };
  }
}

type Row = Place & { readonly hit: number };

interface Page {
  readonly sort: Sort;
  /** Null on the first page. */
  readonly after: readonly (string | number)[] | null;
  readonly limit: number;
  readonly clock: Millis;
}

/** No index makes it shorter: every row in the order of the list is shown, or there are only runs of phases to merge. */
function isServedByOrder(query: ListQuery, { by }: Sort): boolean {
  const { states } = query;
  if (!asksForStatesOnly(query)) return false;
  if (states === undefined) return true;
  const parts = states.filter((state) => OPEN_STATES.has(state));
  return by !== "id" && (parts.length === 0 || parts.length === OPEN_STATES.size);
}

const OPEN_STATES = new Set<string>(["blocked", "held", "waiting", "ready"]);

/** From what is counted anyway, if nothing but states is asked for. */
function totalOf(query: ListQuery, counts: Counts | undefined): Total | undefined {
  if (counts === undefined || !asksForStatesOnly(query)) return undefined;
  const asked = new Set<keyof Counts>(query.states ?? (Object.keys(counts) as (keyof Counts)[]));
  return { count: [...asked].reduce((sum, state) => sum + counts[state], 0), exact: true };
}

function asksForStatesOnly(query: ListQuery): boolean {
  const { text, search, labels = [], requires, station, failedOn, priority } = query;
  if (text || search || labels.length > 0) return false;
  return [requires, station, failedOn, priority].every(isAbsent);
}

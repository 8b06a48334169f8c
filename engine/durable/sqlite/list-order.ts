/**
 * The orders that a list can have, each served by indexes without sorting, and the cursors that go on from a row.
 * A cursor holds the values of the row that it stands behind, so that it stays true whatever comes and goes.
 */

import type { Phase } from "../../model.ts";
import { cursorOf, valuesIn } from "./page.ts";

/** `line`: as robots get them, but for priorities; `priority`: as robots get them. */
export type ListOrder = "line" | "priority" | "since" | "id";

export interface Sort {
  readonly by: ListOrder;
  readonly descending: boolean;
}

/** What a row is placed by. */
export interface Place {
  readonly key: number;
  readonly position: number;
  readonly priority: number;
  readonly since: number;
  readonly id: string;
}

export const PHASES: readonly Phase[] = ["open", "claimed", "quarantined", "completed", "cancelled"];

export const PLACE = "key, position, priority, since, id";

type Bound = string | number;

interface Columns {
  /** Name and direction of each, when the list isn't turned around. */
  readonly columns: readonly (readonly [name: keyof Place, direction: 1 | -1])[];
  /** The index has a run for each phase. */
  readonly byPhase: boolean;
}

const COLUMNS: Readonly<Record<ListOrder, Columns>> = {
  line: { columns: [["position", 1]], byPhase: true },
  // What goes first is what matters most.
  priority: {
    columns: [
      ["priority", -1],
      ["position", 1],
    ],
    byPhase: true,
  },
  since: {
    columns: [
      ["since", 1],
      ["position", 1],
    ],
    byPhase: true,
  },
  id: { columns: [["id", 1]], byPhase: false },
};

export const LIST_ORDERS = Object.keys(COLUMNS) as readonly ListOrder[];

/**
 * The rows behind `after` that are in one of `phases`, each with whether it meets `condition`, as `hit`. Each statement
 * gives them in order, as a merge of runs of which none is ever sorted; `inOrder` puts what several give together.
 */
export function walk(
  sort: Sort,
  phases: readonly Phase[],
  after: readonly Bound[] | null,
  condition: string,
) {
  const select = `SELECT ${PLACE}, (${condition}) AS hit FROM job`;
  const bounds = behind(sort, after);
  if (sort.by !== "priority") {
    const runs = phasesOf(sort, phases).flatMap((phase) =>
      bounds.map((bound) => `${select} WHERE ${phase} AND ${bound}`),
    );
    return [merged(runs, orderBy(sort))];
  }
  const runs = phases.flatMap((phase) =>
    bounds.map(
      (bound) =>
        `${select} INDEXED BY job_by_priority WHERE phase = '${phase}' AND priority <> 0 AND ${bound}`,
    ),
  );
  return [merged(runs, orderBy(sort)), ...lineIn(sort, phases, after, condition)];
}

/** The rows of two statements in order; whoever stops early ends both. */
export function* inOrder<P extends Place>(sort: Sort, [first, second]: readonly Iterable<P>[]): Generator<P> {
  if (first === undefined) return;
  if (second === undefined) {
    yield* first;
    return;
  }
  const [others, line] = [first[Symbol.iterator](), second[Symbol.iterator]()];
  try {
    let [one, two] = [others.next(), line.next()];
    while (!one.done || !two.done) {
      if (two.done || (!one.done && isBefore(sort, one.value, two.value))) {
        if (!one.done) yield one.value;
        one = others.next();
      } else {
        yield two.value;
        two = line.next();
      }
    }
  } finally {
    others.return?.();
    line.return?.();
  }
}

function isBefore(sort: Sort, one: Place, other: Place): boolean {
  for (const [name, direction] of columnsOf(sort)) {
    if (one[name] !== other[name]) return one[name] < other[name] === (direction === 1);
  }
  return false;
}

/**
 * Hardly any job has a priority other than 0, and only those are in the index by priority. The others are the line,
 * where the few are passed by.
 */
function lineIn(sort: Sort, phases: readonly Phase[], after: readonly Bound[] | null, condition: string) {
  const last = Number(after?.[0] ?? (sort.descending ? -1 : 1));
  const isToCome = sort.descending ? last < 0 : last > 0;
  if (!isToCome && last !== 0) return [];
  const bound = isToCome ? "TRUE" : `position ${sort.descending ? "<" : ">"} :after1`;
  const runs = phases.map(
    (phase) =>
      `SELECT key, position, 0 AS priority, since, id, priority = 0 AND (${condition}) AS hit FROM job
       INDEXED BY job_by_phase WHERE phase = '${phase}' AND ${bound}`,
  );
  return [merged(runs, `position${sort.descending ? " DESC" : ""}`)];
}

const merged = (runs: readonly string[], order: string): string =>
  `${runs.join(" UNION ALL ")} ORDER BY ${order}`;

/** How the indexes have the phases: apart, or all in one run, of which some rows are passed by. */
function phasesOf({ by }: Sort, phases: readonly Phase[]): readonly string[] {
  const isOneRun = !COLUMNS[by].byPhase || (by === "line" && phases.length === PHASES.length);
  return isOneRun ? ["TRUE"] : phases.map((phase) => `phase = '${phase}'`);
}

export function orderBy(sort: Sort): string {
  return columnsOf(sort)
    .map(([name, direction]) => `${name}${direction === 1 ? "" : " DESC"}`)
    .join(", ");
}

/** The rows behind a cursor, as ranges that an index can be entered at, in no order. */
export function behind(sort: Sort, after: readonly Bound[] | null): readonly string[] {
  if (after === null) return ["TRUE"];
  const [first, second] = columnsOf(sort).map(([name, direction], n) => {
    return { name, beyond: `${name} ${direction === 1 ? ">" : "<"} :after${String(n)}` };
  });
  if (first === undefined) return [];
  if (second === undefined) return [first.beyond];
  return [`${first.name} = :after0 AND ${second.beyond}`, first.beyond];
}

export const boundsOf = (after: readonly Bound[] | null): Readonly<Record<string, Bound>> =>
  Object.fromEntries((after ?? []).map((bound, n) => [`after${String(n)}`, bound]));

const columnsOf = ({ by, descending }: Sort) =>
  COLUMNS[by].columns.map(([name, direction]) => [name, descending ? -direction : direction] as const);

/** The cursor that stands behind `place`. */
export function cursorAt(sort: Sort, place: Place): string {
  return cursorOf(
    nameOf(sort),
    COLUMNS[sort.by].columns.map(([name]) => place[name]),
  );
}

/** The values in a cursor; a plain number is a position in the line, as older callers keep it. */
export function boundsIn(sort: Sort, cursor: string | number | null | undefined): readonly Bound[] | null {
  if (typeof cursor === "number" && sort.by === "line") return [cursor];
  const types = COLUMNS[sort.by].columns.map(([name]) => (name === "id" ? "string" : "number"));
  return valuesIn(cursor, nameOf(sort), types);
}

const nameOf = ({ by, descending }: Sort): string => `${by}${descending ? " descending" : ""}`;

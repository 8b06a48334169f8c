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
 * The rows behind `after` that are in one of `phases`, in order: `select` begins each run. No run is ever sorted.
 * Gives SQL and what it is run with.
 */
export function walk(sort: Sort, phases: readonly Phase[], after: readonly Bound[] | null, select: string) {
  const { byPhase } = COLUMNS[sort.by];
  const allPhases = phases.length === PHASES.length;
  const runs: readonly string[] =
    !byPhase || (allPhases && sort.by === "line")
      ? [allPhases ? "TRUE" : `phase IN (${phases.map((phase) => `'${phase}'`).join(", ")})`]
      : phases.map((phase) => `phase = '${phase}'`);
  const sql = runs
    .flatMap((run) => behind(sort, after).map((bound) => `${select} FROM job WHERE ${run} AND ${bound}`))
    .join(" UNION ALL ");
  return { sql: `${sql} ORDER BY ${orderBy(sort)}`, bounds: boundsOf(after) };
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

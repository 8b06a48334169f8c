/** What a part of the bench has found, as data, and how it is shown. */

export interface Report {
  readonly title: string;
  /** What was done, in a sentence or two. */
  readonly about: string;
  readonly tables: readonly Table[];
  readonly aims: readonly Aim[];
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Null where there is nothing to measure. */
export type Cell = string | number | null;

/** Slow numbers fail nothing: an aim is only said to be met or missed. */
export interface Aim {
  readonly of: string;
  readonly value: number;
  readonly wanted: Bound;
  /** Good enough where `wanted` is missed. */
  readonly least?: Bound;
}

type Bound = { readonly atLeast: number } | { readonly atMost: number };

export function shown({ title, about, tables, aims }: Report): string {
  const blocks = tables.map((table) => `${table.title}\n${tableText(table)}`);
  return [`== ${title}`, about, ...blocks, aims.map(aimText).join("\n")].join("\n\n");
}

function tableText({ columns, rows }: Table): string {
  const lines = [columns, ...rows.map((row) => row.map(cellText))];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, column) => (column === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[column]!)))
        .join("   ")
        .trimEnd(),
    )
    .map((line) => `  ${line}`)
    .join("\n");
}

function cellText(cell: Cell): string {
  if (cell === null) return "–";
  return typeof cell === "string" ? cell : numberText(cell);
}

/** Three digits that count are all that a run is good for. */
export function numberText(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return Number(value.toPrecision(3)).toString();
}

function aimText({ of, value, wanted, least }: Aim): string {
  const aim =
    least === undefined ? boundText(wanted) : `${boundText(wanted)}, ${boundText(least)} is the least`;
  const verdict = reaches(value, wanted) ? "met" : least && reaches(value, least) ? "least met" : "MISSED";
  return `${of}: aim ${aim}: ${numberText(value)} ${verdict}`;
}

const boundText = (bound: Bound): string =>
  "atLeast" in bound ? `≥ ${numberText(bound.atLeast)}` : `≤ ${numberText(bound.atMost)}`;

const reaches = (value: number, bound: Bound): boolean =>
  "atLeast" in bound ? value >= bound.atLeast : value <= bound.atMost;

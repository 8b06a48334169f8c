/**
 * Keeps the tree still while somebody points at it, so that no click hits another job than the one that was aimed at:
 * what left stays as a gap, and what is new waits until the pointer is gone. What is shown of each job is always fresh.
 */

import { useState } from "react";
import type { TreeRow } from "./tree-rows.ts";

/** `fresh` in the places of `shown`. */
export function stillRows(shown: readonly TreeRow[], fresh: readonly TreeRow[]): readonly TreeRow[] {
  const byKey = new Map(fresh.map((row) => [row.key, row]));
  return shown.map((row) => byKey.get(row.key) ?? gapOf(row));
}

function gapOf(row: TreeRow): TreeRow {
  if (row.kind === "left") return row;
  return {
    kind: "left",
    key: row.key,
    id: null,
    was: row.id ?? "",
    entry: row.entry,
    tall: row.kind === "entry",
  };
}

/** The rows to show. `view` stands for what the person chose to see: when that changes, nothing is kept. */
export function useStillRows(fresh: readonly TreeRow[], view: unknown, pointed: boolean): readonly TreeRow[] {
  const [memory, setMemory] = useState({ fresh, view, pointed, rows: fresh });
  if (memory.fresh === fresh && memory.view === view && memory.pointed === pointed) return memory.rows;
  const rows = pointed && memory.view === view ? stillRows(memory.rows, fresh) : fresh;
  setMemory({ fresh, view, pointed, rows });
  return rows;
}

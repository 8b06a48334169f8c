/** Holds the list still while somebody points at it: see `settle`. */

import { useCallback, useEffect, useRef, useState } from "react";
import type { JobView } from "../../engine/model.ts";
import { fresh, settle, type Settled } from "./settle.ts";

/** A pointer that has not moved for so long is parked, and nobody is about to click. */
const PARKED = 10_000;

/** Whether somebody points at the list, and how to say so. */
export function usePointed(): readonly [pointed: boolean, point: (inside: boolean) => void] {
  const [pointed, setPointed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const point = useCallback((inside: boolean) => {
    clearTimeout(timer.current);
    if (inside) timer.current = setTimeout(() => setPointed(false), PARKED);
    setPointed(inside);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  return [pointed, point];
}

/**
 * The rows to show: fresh ones, or, while somebody points at the list, these in the places of those shown before.
 * `view` names the filters that `jobs` answer to; null while the answer is still that of other ones.
 */
export function useSettled(jobs: readonly JobView[], view: string | null, pointed: boolean): Settled {
  const [memory, setMemory] = useState({ jobs, view, pointed, settled: fresh(jobs) });
  if (memory.jobs === jobs && memory.view === view && memory.pointed === pointed) return memory.settled;
  const still = pointed && view !== null && memory.view === view;
  const settled = still ? settle(memory.settled.rows, jobs) : fresh(jobs);
  setMemory({ jobs, view, pointed, settled });
  return settled;
}

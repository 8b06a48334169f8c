/** Holds the list still while somebody points at it: see `settle`. */

import { useState } from "react";
import type { JobView } from "../../engine/model.ts";
import { fresh, settle, type Settled } from "./settle.ts";

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

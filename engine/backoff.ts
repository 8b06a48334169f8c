/** How long a failed job waits (rule F2). */

import { LONGEST_BACKOFF } from "./arguments.ts";
import type { Job } from "./job.ts";
import type { Millis } from "./model.ts";

/** `failures`: how many there are with this one; `chance`: in [0, 1), by which the jitter shortens the wait. */
export function delayAfter({ backoff, terms }: Job, failures: number, chance: () => number): Millis {
  const { backoffFactor, backoffMax, jitter } = terms;
  if (backoff === 0) return 0;
  const grown = backoffFactor === 1 ? backoff : backoff * backoffFactor ** (failures - 1);
  const capped = Math.min(grown, backoffMax ?? LONGEST_BACKOFF);
  return jitter === 0 ? Math.floor(capped) : Math.floor(capped * (1 - jitter * chance()));
}

/** What a redrive would do, told from the same walk that the redrive itself takes (rule O7). */

import type { Job } from "./job.ts";
import type { RedrivePreview } from "./model.ts";
import { byQuarantineOrder, freedWith, heldBehind, nearestOtherCauses } from "./quarantine.ts";

/** A preview names at most so many jobs of each kind. */
const MOST_NAMED = 500;
const MOST_CAUSES = 3;

/** `job` can be redriven. O(what is behind it). */
export function previewOf(job: Job): RedrivePreview {
  const letGo = freedWith(job);
  const freed = new Set(letGo);
  const stays = heldBehind(job)
    .filter((held) => !freed.has(held))
    .sort(byQuarantineOrder);
  return {
    letGo: letGo
      .slice(0, MOST_NAMED)
      .map(({ id, prerequisites }) => ({ id, waitsFor: unmetOf(prerequisites) })),
    letGoTotal: letGo.length,
    stays: stays.slice(0, MOST_NAMED).map((held) => ({
      id: held.id,
      failedItself: held.failedItself,
      because: nearestOtherCauses(held, job, MOST_CAUSES).map(({ id }) => id),
    })),
    staysTotal: stays.length,
  };
}

const unmetOf = (prerequisites: readonly Job[]) =>
  prerequisites.filter(({ phase }) => phase !== "completed").map(({ id }) => id);

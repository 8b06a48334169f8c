/** What an edit of prerequisites would do, in words. */

import type { JobId, JobView } from "../../engine/model.ts";
import { listed, type Part } from "../words/parts.ts";

export const NOTHING_CHANGED = "Nothing is changed yet.";

/** Whether both name the same jobs, in whatever order. */
export function sameIds(before: readonly JobId[], after: readonly JobId[]): boolean {
  const { added, removed } = differenceOf(before, after);
  return added.length === 0 && removed.length === 0;
}

export function effectOf(job: JobView, before: readonly JobId[], after: readonly JobId[]): readonly Part[] {
  const { added, removed } = differenceOf(before, after);
  if (added.length === 0 && removed.length === 0) return [NOTHING_CHANGED];
  return [
    ...(added.length > 0 ? ["It will also need ", ...listed(added), ". "] : []),
    ...(removed.length > 0 ? ["It will no longer need ", ...listed(removed), ". "] : []),
    ...(after.length === 0 ? ["Then it needs nothing. "] : []),
    thenOf(job),
  ];
}

function thenOf(job: JobView): string {
  if (job.state === "quarantined" && job.failedItself) return "It stays in quarantine until it is redriven.";
  return job.hold === null
    ? "It is handed out once all it needs has completed."
    : "It is handed out once all it needs has completed and its hold is lifted.";
}

/** Which ids come and which go. */
function differenceOf(before: readonly JobId[], after: readonly JobId[]) {
  const had = new Set(before);
  const has = new Set(after);
  return {
    added: after.filter((id) => !had.has(id)),
    removed: before.filter((id) => !has.has(id)),
  };
}

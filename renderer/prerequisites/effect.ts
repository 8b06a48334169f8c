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
    job.state === "quarantined" && job.failedItself
      ? "It stays in quarantine until it is redriven."
      : "It is handed out once all it needs has completed.",
  ];
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

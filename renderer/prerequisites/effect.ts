/** What an edit of prerequisites would do, in words. */

import type { JobId, JobView } from "../../engine/model.ts";
import { listed, type Part } from "../words/parts.ts";

/** Which ids come and which go. */
export function differenceOf(before: readonly JobId[], after: readonly JobId[]) {
  return {
    added: after.filter((id) => !before.includes(id)),
    removed: before.filter((id) => !after.includes(id)),
  };
}

export function effectOf(job: JobView, before: readonly JobId[], after: readonly JobId[]): readonly Part[] {
  const { added, removed } = differenceOf(before, after);
  if (added.length === 0 && removed.length === 0) return ["Nothing is changed yet."];
  return [
    ...(added.length > 0 ? ["It will also need ", ...listed(added), ". "] : []),
    ...(removed.length > 0 ? ["It will no longer need ", ...listed(removed), ". "] : []),
    ...(after.length === 0 ? ["Then it needs nothing. "] : []),
    job.state === "quarantined" && job.failedItself
      ? "It stays in quarantine until it is redriven."
      : "It is handed out once all it needs has completed.",
  ];
}

/**
 * Jobs as they will be taken on, checked against what the lab holds, nothing linked yet (rules S1 to S5). O(what is
 * submitted, with its edges).
 */

import { newJob, NO_JOBS, type Job } from "./job.ts";
import type { LabState } from "./lab-state.ts";
import type { JobId } from "./model.ts";
import { prerequisitesOf, refuseCancelled, refuseCycle, refuseDuplicates, refuseUsed } from "./refusals.ts";
import type { CheckedSubmission } from "./submission.ts";
import { sortTopologically } from "./topological-order.ts";

/** @throws Rejected DUPLICATE_JOB, UNKNOWN_PREREQUISITE, PREREQUISITE_CANCELLED */
export function drafted(submission: CheckedSubmission, lab: LabState): Job {
  refuseUsed(submission.id, lab, "id");
  const prerequisites = prerequisitesOf(submission.after, lab, "after");
  refuseCancelled(prerequisites, "after");
  return draft(submission, 0, prerequisites, lab);
}

/** In the order of the list; they may need each other, in any order. @throws Rejected as `drafted`, and CYCLE */
export function draftedMany(submissions: readonly CheckedSubmission[], lab: LabState): readonly Job[] {
  refuseDuplicates(submissions, lab);
  const drafts = submissions.map((submission, index) => draft(submission, index, NO_JOBS, lab));
  const draftOf = new Map(drafts.map((job) => [job.id, job]));
  const known = { get: (id: JobId) => draftOf.get(id) ?? lab.get(id) };
  const fieldOf = (index: number) => `jobs[${String(index)}].after`;
  for (const [index, { after }] of submissions.entries()) {
    (drafts[index] as Job).prerequisites = prerequisitesOf(after, known, fieldOf(index));
  }
  for (const [index, job] of drafts.entries()) refuseCancelled(job.prerequisites, fieldOf(index));
  const sorted = sortTopologically(drafts);
  refuseCycle("cycle" in sorted ? sorted.cycle : undefined, "jobs");
  const order = "order" in sorted ? sorted.order : drafts;
  for (const [index, job] of order.entries()) job.rank = lab.lastKey + index + 1;
  return drafts;
}

/** The `index`-th of its call. */
function draft(
  { id, backoff, options }: CheckedSubmission,
  index: number,
  prerequisites: readonly Job[],
  { clock, wall, lastKey, lastPosition }: LabState,
): Job {
  const { priority, notBefore, terms } = options;
  const [key, position] = [lastKey + index + 1, lastPosition + index + 1];
  const ahead = notBefore > wall ? notBefore : 0;
  const facts = { key, id, backoff, terms, priority, position, eligibleAt: clock, notBefore: ahead };
  return newJob(facts, prerequisites);
}

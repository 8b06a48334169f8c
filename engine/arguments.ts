/** Checks of what callers hand in (rule T1, S1): each names the argument at fault and the remedy. */

import type { ClaimToken, JobId, Millis, Submission } from "./model.ts";
import { refuse } from "./rejected.ts";

/** The longest backoff: ten years in milliseconds. */
const LONGEST_BACKOFF: Millis = 315_360_000_000;

const LONGEST_ID = 200;

export function checkNow(now: unknown): asserts now is Millis {
  if (!isWhole(now)) invalid("now", "The time must be a whole number, 0 or more.");
}

export function checkId(id: unknown, field = "id"): asserts id is JobId {
  if (typeof id !== "string" || id === "")
    invalid(field, "A job needs an id: give it at least one character.");
  const length = lengthOf(id);
  if (length > LONGEST_ID) {
    invalid(
      field,
      `An id has at most ${String(LONGEST_ID)} characters; this one has ${String(length)}. Shorten it.`,
    );
  }
  if (!id.isWellFormed()) invalid(field, "This id holds half a character (a lone surrogate). Type it again.");
}

export function checkBackoff(backoff: unknown, field = "backoff"): asserts backoff is Millis {
  if (!isWhole(backoff) || backoff > LONGEST_BACKOFF) {
    invalid(field, `A backoff is a whole number from 0 to ${LONGEST_BACKOFF.toLocaleString("en")}.`);
  }
}

/** The ids in `after`, each once; absent and null count as none. */
export function checkAfter(after: unknown, field = "after"): JobId[] {
  if (after === undefined || after === null) return [];
  if (!Array.isArray(after)) invalid(field, "Prerequisites are a list of job ids.");
  // Made whole: `every` would pass over the holes of a sparse list.
  const ids: readonly unknown[] = Array.from(after);
  if (!ids.every((id): id is JobId => typeof id === "string" && id !== "")) {
    invalid(field, "Each prerequisite is the id of a job; one of these is empty or no text.");
  }
  return [...new Set(ids)];
}

export function checkToken(token: unknown): asserts token is ClaimToken | undefined | null {
  if (token === undefined || token === null) return;
  if (!isWhole(token)) invalid("token", "A claim's token is the number that the claim gave.");
}

export function checkRevision(revision: unknown): asserts revision is number | undefined | null {
  if (revision === undefined || revision === null) return;
  if (!isWhole(revision)) invalid("revision", "A revision is the number that the job showed.");
}

export function checkMaxFailures(maxFailures: unknown): asserts maxFailures is number {
  if (!isWhole(maxFailures) || maxFailures < 1) {
    invalid("maxFailures", "The number of failures that lead to quarantine is a whole number, 1 or more.");
  }
}

/** A submission whose arguments are sound, its prerequisites each once. */
export interface CheckedSubmission {
  readonly id: JobId;
  readonly backoff: Millis;
  readonly after: readonly JobId[];
}

/** A list of submissions, each checked; fields are named like `jobs[3].backoff`. */
export function checkSubmissions(jobs: unknown): CheckedSubmission[] {
  if (!Array.isArray(jobs)) invalid("jobs", "The jobs to submit are a list.");
  return Array.from(jobs, (job: unknown, index) => {
    const field = `jobs[${String(index)}]`;
    if (typeof job !== "object" || job === null)
      invalid(field, "Each job is an object with an id and a backoff.");
    return checkSubmission(job as Submission, `${field}.`);
  });
}

/** `where` leads the field's name for one job of a list: `jobs[3].`. */
export function checkSubmission(submission: Submission, where = ""): CheckedSubmission {
  const { id, backoff } = submission;
  checkId(id, `${where}id`);
  checkBackoff(backoff, `${where}backoff`);
  return { id, backoff, after: checkAfter(submission.after, `${where}after`) };
}

/** In characters as people count them, not in the units of UTF-16. */
function lengthOf(text: string): number {
  return text.length <= LONGEST_ID ? text.length : Array.from(text).length;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function invalid(field: string, message: string): never {
  refuse("INVALID_ARGUMENT", message, { field });
}

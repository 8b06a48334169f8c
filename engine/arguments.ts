/** Checks of what callers hand in (rule T1, S1): each names the argument at fault and the remedy. */

import type { ClaimToken, JobId, Millis, OnExpiry, RetryPosition, Signature } from "./model.ts";
import { refuse } from "./rejected.ts";

/** The longest backoff: ten years in milliseconds. */
export const LONGEST_BACKOFF: Millis = 315_360_000_000;

const LONGEST_ID = 200;

const NO_IDS: readonly JobId[] = [];

export function checkNow(now: unknown): asserts now is Millis {
  if (!isWhole(now)) invalid("now", "The time must be a whole number, 0 or more.");
}

export function checkId(id: unknown): asserts id is JobId {
  if (typeof id !== "string" || id === "")
    invalid("id", "A job needs an id: give it at least one character.");
  const length = lengthOf(id);
  if (length > LONGEST_ID) {
    invalid(
      "id",
      `An id has at most ${String(LONGEST_ID)} characters; this one has ${String(length)}. Shorten it.`,
    );
  }
}

/** An id that no file could hold faithfully is none to be given. */
export function checkNewId(id: unknown): asserts id is JobId {
  checkId(id);
  if (!id.isWellFormed()) invalid("id", "This id holds half a character (a lone surrogate). Type it again.");
}

export function checkBackoff(backoff: unknown, field = "backoff"): asserts backoff is Millis {
  if (!isWhole(backoff) || backoff > LONGEST_BACKOFF) {
    invalid(field, `A backoff is a whole number from 0 to ${LONGEST_BACKOFF.toLocaleString("en")}.`);
  }
}

/** The ids in `after`, each once; absent and null count as none. */
export function checkAfter(after: unknown): readonly JobId[] {
  return isAbsent(after) ? NO_IDS : checkNames(after, "after", "ids of prerequisites");
}

export function checkToken(token: unknown): asserts token is ClaimToken | undefined | null {
  if (isAbsent(token)) return;
  if (!isWhole(token)) invalid("token", "A claim's token is the number that the claim gave.");
}

export function checkSeen(seen: unknown): asserts seen is Record<JobId, number> | undefined | null {
  checkRecord(seen, "seen");
  if (isAbsent(seen) || Object.values(seen).every(isWhole)) return;
  invalid("seen", "A revision is the number that the job showed.");
}

export function checkMaxFailures(maxFailures: unknown, field = "maxFailures"): asserts maxFailures is number {
  if (!isWhole(maxFailures) || maxFailures < 1) {
    invalid(field, "The number of failures that lead to quarantine is a whole number, 1 or more.");
  }
}

/** Options are handed in as an object, or not at all. */
export function checkRecord(value: unknown, field: string): void {
  if (isAbsent(value) || (typeof value === "object" && !Array.isArray(value))) return;
  invalid(field, `${field} is an object with the names of what it gives.`);
}

export function checkOnExpiry(onExpiry: unknown): asserts onExpiry is OnExpiry | undefined | null {
  if (isAbsent(onExpiry) || onExpiry === "retry" || onExpiry === "inspect") return;
  invalid("onExpiry", "What happens when a lease expires is either “retry” or “inspect”.");
}

export function checkRetryPosition(position: unknown): asserts position is RetryPosition | undefined | null {
  if (isAbsent(position) || position === "original" || position === "tail") return;
  invalid("retryPosition", "A failed job goes to its “original” position or to the “tail”.");
}

export function checkPriority(priority: unknown): asserts priority is number {
  if (!Number.isSafeInteger(priority))
    invalid("priority", "A priority is a whole number; higher goes first.");
}

export function checkFlag(flag: unknown, field: string): asserts flag is boolean | undefined | null {
  if (isAbsent(flag) || typeof flag === "boolean") return;
  invalid(field, `${field} is either true or false.`);
}

/** A robot's own word for what went wrong. */
export function checkCode(code: unknown): asserts code is string | undefined | null {
  if (isAbsent(code)) return;
  const isText = typeof code === "string" && code !== "" && code.length <= LONGEST_ID;
  if (!isText) invalid("code", `The code is a text of 1 to ${String(LONGEST_ID)} characters.`);
  if (!code.isWellFormed())
    invalid("code", "This code holds half a character (a lone surrogate). Type it again.");
}

/** How many jobs a preview names of each kind; all if absent. */
export function checkMost(most: unknown): number {
  if (isAbsent(most)) return Infinity;
  if (!isWhole(most)) invalid("most", "How many jobs are named is a whole number, 0 or more.");
  return most;
}

/** The ids of several jobs, each once. */
export function checkIds(ids: unknown): JobId[] {
  return checkNames(ids, "ids", "job ids");
}

/** The lease of a claim; undefined if it is absent. */
export function checkLease(lease: unknown): Millis | undefined {
  if (isAbsent(lease)) return undefined;
  if (!isWhole(lease)) invalid("lease", "A lease is a whole number, 0 or more.");
  return lease;
}

/** The capabilities that a robot has; undefined if they are absent. */
export function checkCapabilities(names: unknown, field = "capabilities"): ReadonlySet<string> | undefined {
  return isAbsent(names) ? undefined : new Set(checkNames(names, field, "capabilities"));
}

export function checkStation(station: unknown): asserts station is string | undefined | null {
  if (isAbsent(station) || (typeof station === "string" && station !== "")) return;
  invalid("station", "A station is told by its name, a text of at least one character.");
}

export function checkSignature(signature: unknown): asserts signature is Signature | undefined | null {
  checkRecord(signature, "signature");
  if (isAbsent(signature)) return;
  for (const [field, text] of Object.entries(signature as Signature)) {
    if (!isAbsent(text) && typeof text !== "string") invalid(field, `The ${field} is a text.`);
  }
}

/** A list of non-empty texts, each once. */
export function checkNames(names: unknown, field: string, what: string): string[] {
  if (!Array.isArray(names)) invalid(field, `Give the ${what} as a list.`);
  // Made whole: `every` would pass over the holes of a sparse list.
  const list: unknown[] = Array.from(names);
  if (!isListOfNames(list)) {
    invalid(field, `This is a list of ${what}; one of them is empty or no text.`);
  }
  return list.length < 2 ? list : [...new Set(list)];
}

const isListOfNames = (list: unknown[]): list is string[] =>
  list.every((name) => typeof name === "string" && name !== "");

export const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null;

/** In characters as people count them, not in the units of UTF-16. */
function lengthOf(text: string): number {
  return text.length <= LONGEST_ID ? text.length : Array.from(text).length;
}

export function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function invalid(field: string, message: string): never {
  refuse("INVALID_ARGUMENT", message, { field });
}

/** Checks of a job as it is handed in, with all its options (rules T1, S1, S4). */

import {
  checkAfter,
  checkBackoff,
  checkNewId,
  checkMaxFailures,
  checkNames,
  checkOnExpiry,
  checkPriority,
  checkRecord,
  checkStation,
  invalid,
  isAbsent,
  isWhole,
} from "./arguments.ts";
import type { Given, Labels } from "./changes.ts";
import { PLAIN_TERMS, type Terms } from "./job.ts";
import type { JobId, JobOptions, Millis, Submission } from "./model.ts";
import { Rejected } from "./rejected.ts";

/** A submission whose arguments are sound, its prerequisites each once. */
export interface CheckedSubmission {
  readonly id: JobId;
  readonly backoff: Millis;
  readonly after: readonly JobId[];
  readonly options: CheckedOptions;
}

export interface CheckedOptions extends Given {
  readonly priority: number;
  readonly notBefore: Millis;
  readonly terms: Terms;
}

/** A list of submissions, each checked; fields are named like `jobs[3].backoff`. */
export function checkSubmissions(jobs: unknown): CheckedSubmission[] {
  if (!Array.isArray(jobs)) invalid("jobs", "The jobs to submit are a list.");
  return Array.from(jobs, (job: unknown, index) => {
    const place = `jobs[${String(index)}]`;
    if (typeof job !== "object" || job === null)
      invalid(place, "Each job is an object with an id and a backoff.");
    const { id, backoff, after } = job as Submission;
    try {
      return checkSubmission(id, backoff, after, job);
    } catch (error) {
      throw error instanceof Rejected ? error.at(place) : error;
    }
  });
}

export function checkSubmission(
  id: unknown,
  backoff: unknown,
  after: unknown,
  options: JobOptions | null | undefined,
): CheckedSubmission {
  checkNewId(id);
  checkBackoff(backoff);
  return { id, backoff, after: checkAfter(after), options: checkOptions(options) };
}

const NO_LABELS: Labels = [];

/** Most jobs have none: they share this one. */
const PLAIN: CheckedOptions = {
  priority: 0,
  notBefore: 0,
  terms: PLAIN_TERMS,
  payload: null,
  labels: NO_LABELS,
  expectedMs: undefined,
  useBy: undefined,
};

function checkOptions(options: JobOptions | null | undefined): CheckedOptions {
  checkRecord(options, "options");
  if (isAbsent(options)) return PLAIN;
  const { priority, notBefore, payload, labels, expectedMs, useBy } = options;
  if (!isAbsent(priority)) checkPriority(priority);
  if (!isAbsent(notBefore) && !isWhole(notBefore)) {
    invalid("notBefore", "The earliest start is an instant: a whole number, 0 or more.");
  }
  if (!isAbsent(expectedMs) && !isWhole(expectedMs)) {
    invalid("expectedMs", "How long the step takes is a whole number of milliseconds, 0 or more.");
  }
  if (!isAbsent(useBy) && !isWhole(useBy)) {
    invalid("useBy", "Until when the sample can be used is an instant: a whole number, 0 or more.");
  }
  if (!isAbsent(payload)) checkJson(payload, "payload");
  return {
    priority: priority ?? 0,
    notBefore: notBefore ?? 0,
    terms: checkTerms(options),
    payload: payload ?? null,
    labels: isAbsent(labels) ? NO_LABELS : checkNames(labels, "labels", "labels"),
    expectedMs: expectedMs ?? undefined,
    useBy: useBy ?? undefined,
  };
}

/** Jobs without any of these options share one record. */
function checkTerms(options: JobOptions): Terms {
  const { requires, station, maxFailures, backoffFactor, backoffMax, jitter, onExpiry } = options;
  const given = [requires, station, maxFailures, backoffFactor, backoffMax, jitter, onExpiry];
  if (given.every(isAbsent)) return PLAIN_TERMS;
  if (!isAbsent(maxFailures)) checkMaxFailures(maxFailures);
  if (!isAbsent(backoffFactor) && !isBetween(backoffFactor, 1, Number.MAX_VALUE)) {
    invalid("backoffFactor", "A backoff grows by a factor of 1 or more.");
  }
  if (!isAbsent(backoffMax)) checkBackoff(backoffMax, "backoffMax");
  if (!isAbsent(jitter) && !isBetween(jitter, 0, 1)) {
    invalid("jitter", "Jitter is a share of the backoff: a number from 0 to 1.");
  }
  checkOnExpiry(onExpiry);
  checkStation(station);
  const skills = isAbsent(requires) ? [] : skillsIn(requires);
  return {
    ...termsRequiring(skills, station ?? undefined),
    maxFailures: maxFailures ?? undefined,
    backoffFactor: backoffFactor ?? 1,
    backoffMax: backoffMax ?? undefined,
    jitter: jitter ?? 0,
    onExpiry: onExpiry ?? undefined,
  };
}

/** Who may be given a job, in the form in which it keeps that. */
export function termsRequiring(
  skills: readonly string[],
  station: string | undefined,
): Pick<Terms, "requires" | "station" | "skills"> {
  const requires = skills.toSorted();
  const isForAny = requires.length === 0 && station === undefined;
  return { requires, station, skills: isForAny ? "" : JSON.stringify([requires, station]) };
}

function skillsIn(requires: unknown): readonly string[] {
  return checkNames(typeof requires === "string" ? [requires] : requires, "requires", "capabilities");
}

/** What JSON can't hold would be lost on its way to the robot. */
export function checkJson(value: unknown, field: string): void {
  if (isJson(value, 0)) return;
  const message = `A ${field} is JSON, nested at most ${DEEPEST} deep: objects, lists, texts, finite numbers, true, false and null.`;
  invalid(field, message);
}

/** SQLite reads JSON no deeper than 1,000. */
const DEEPEST = 500;

function isJson(value: unknown, depth: number): boolean {
  if (depth > DEEPEST) return false;
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null)
    return false;
  // JSON leaves out what is undefined.
  return Object.values(value).every((item) => item === undefined || isJson(item, depth + 1));
}

const isBetween = (value: unknown, least: number, most: number): boolean =>
  typeof value === "number" && value >= least && value <= most;

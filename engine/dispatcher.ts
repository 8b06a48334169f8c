/**
 * LabDispatcher: hands the steps of a laboratory's work to robots, one at a time and in order, and keeps those
 * that fail too often in quarantine. Deterministic and synchronous: time is an argument, nothing is read from
 * outside. A call checks everything before its first change, so a refusal leaves nothing behind (rule T3).
 * Rules and costs: SPEC.md.
 */

import {
  checkAfter,
  checkId,
  checkMaxFailures,
  checkNow,
  checkRevision,
  checkSubmission,
  checkSubmissions,
  checkToken,
  type CheckedSubmission,
} from "./arguments.ts";
import type { ChangeListener } from "./changes.ts";
import { stateOf, type Job } from "./job.ts";
import { LabState } from "./lab-state.ts";
import type {
  Claim,
  ClaimToken,
  Counts,
  JobId,
  JobState,
  Millis,
  RedrivePreview,
  Submission,
} from "./model.ts";
import { findCycle, findCycleAmong } from "./prerequisites.ts";
import { previewOf } from "./preview.ts";
import { causesOf } from "./quarantine.ts";
import {
  claimed,
  editable,
  existing,
  idsOf,
  redrivable,
  refuseCycle,
  refuseDuplicates,
  resolvePrerequisites,
  unchanged,
} from "./refusals.ts";
import { refuse } from "./rejected.ts";
import { newJob, NOTHING_STORED, type StoredLab } from "./stored-lab.ts";

export interface LabOptions {
  /** How many failures lead to quarantine: 1 or more. */
  readonly maxFailures: number;
  /** Told of every change as it happens. */
  readonly onChange?: ChangeListener | undefined;
}

export class LabDispatcher {
  readonly maxFailures: number;
  /** For `invariants.ts` and tests: to be read, not changed. */
  readonly inner: LabState;

  /** `stored`: where another dispatcher stopped, for this one to go on; O(jobs + edges). */
  constructor({ maxFailures, onChange }: LabOptions, stored: StoredLab = NOTHING_STORED) {
    checkMaxFailures(maxFailures);
    this.maxFailures = maxFailures;
    this.inner = new LabState(stored, onChange);
  }

  get clock(): Millis {
    return this.inner.clock;
  }

  /** What has to be stored beside the jobs. */
  get counters(): Omit<StoredLab, "jobs" | "edges"> {
    const { clock, lastToken, quarantine } = this.inner;
    return { clock, lastToken, lastQuarantineOrder: quarantine.lastOrder };
  }

  /** How many jobs are in each state. O(1). */
  get counts(): Counts {
    return this.inner.counts;
  }

  /** The next instant at which a waiting job becomes ready; undefined if none waits. O(1). */
  get nextEligibleAt(): Millis | undefined {
    return this.inner.line.waiting.first?.eligibleAt;
  }

  /**
   * Takes on a job that can start once the jobs in `after` have completed (rules S1 to S3).
   * @throws Rejected INVALID_ARGUMENT, TIME_WENT_BACK, DUPLICATE_JOB, UNKNOWN_PREREQUISITE, PREREQUISITE_CANCELLED
   */
  submit(id: JobId, backoff: Millis, now: Millis, after?: readonly JobId[] | null): void {
    const submission = checkSubmission({ id, backoff, after });
    this.advance(now);
    const { jobs } = this.inner;
    refuseDuplicates([submission], jobs, () => "id");
    const [prerequisites = []] = resolvePrerequisites([submission.after], jobs, () => "after");
    this.inner.admit([this.#draft(submission, 0, prerequisites)]);
  }

  /**
   * Takes on many jobs or none; they may need each other, in any order (rule S5).
   * @throws Rejected as `submit`, with fields like `jobs[3].after`, and CYCLE
   */
  submitMany(list: readonly Submission[], now: Millis): void {
    const submissions = checkSubmissions(list);
    this.advance(now);
    const { jobs } = this.inner;
    refuseDuplicates(submissions, jobs, (index) => `jobs[${String(index)}].id`);
    const drafts = submissions.map((submission, index) => this.#draft(submission, index));
    const draftOf = new Map(drafts.map((job) => [job.id, job]));
    const prerequisites = resolvePrerequisites(
      submissions.map(({ after }) => after),
      { get: (id) => draftOf.get(id) ?? jobs.get(id) },
      (index) => `jobs[${String(index)}].after`,
    );
    for (const [index, job] of drafts.entries()) job.prerequisites = prerequisites[index] ?? [];
    refuseCycle(findCycleAmong(drafts), "jobs");
    this.inner.admit(drafts);
  }

  /**
   * Gives the first ready job of the line and marks it claimed; undefined if none is ready (rules C1, C3).
   * @throws Rejected INVALID_ARGUMENT, TIME_WENT_BACK
   */
  claim(now: Millis): Claim | undefined {
    this.advance(now);
    const job = this.inner.line.ready.first;
    if (job === undefined) return undefined;
    this.inner.claim(job);
    return { id: job.id, token: job.token, attempt: job.attempts };
  }

  /**
   * The step is done: what waited only for it can be claimed from now on (rule P4). Without a token the claim
   * isn't checked (rule C3).
   * @throws Rejected INVALID_ARGUMENT, TIME_WENT_BACK, UNKNOWN_JOB, NOT_CLAIMED, STALE_CLAIM
   */
  complete(id: JobId, now: Millis, token?: ClaimToken | null): void {
    this.inner.complete(this.#claimed(id, now, token));
  }

  /**
   * The step failed: the job waits out its backoff and keeps its place, or goes to quarantine with what depends
   * on it (rules F1, F3, Q1).
   * @throws Rejected as `complete`
   */
  reportFailure(id: JobId, now: Millis, token?: ClaimToken | null): void {
    const job = this.#claimed(id, now, token);
    if (job.failures + 1 >= this.maxFailures) this.inner.failForGood(job);
    else this.inner.retryLater(job, job.backoff);
  }

  /**
   * Gives a job in quarantine a fresh start, and lets go what nothing else keeps there (rules R1, R2).
   * Gives the ids that were let go, in that order (rule R3).
   * @throws Rejected INVALID_ARGUMENT, TIME_WENT_BACK, UNKNOWN_JOB, NOT_QUARANTINED, PREREQUISITE_QUARANTINED
   */
  redrive(id: JobId, now: Millis): JobId[] {
    checkId(id);
    this.advance(now);
    return idsOf(this.inner.redrive(redrivable(existing(this.inner.jobs, id))));
  }

  /**
   * What `redrive` would do now, and what would stay in quarantine behind the job, without doing it (rule O7).
   * @throws Rejected as `redrive`
   */
  previewRedrive(id: JobId, now: Millis): RedrivePreview {
    checkId(id);
    this.advance(now);
    return previewOf(redrivable(existing(this.inner.jobs, id)));
  }

  /**
   * Makes `after` the prerequisites of a job that is neither claimed nor final; its state follows (rules P1, P2).
   * `revision` is the one that the caller decided on (rule O8).
   * @throws Rejected INVALID_ARGUMENT, TIME_WENT_BACK, UNKNOWN_JOB, JOB_CLAIMED, JOB_FINISHED, CHANGED,
   *   UNKNOWN_PREREQUISITE, PREREQUISITE_CANCELLED, CYCLE
   */
  setPrerequisites(
    id: JobId,
    after: readonly JobId[] | null | undefined,
    now: Millis,
    revision?: number | null,
  ): void {
    checkId(id);
    const ids = checkAfter(after);
    checkRevision(revision);
    this.advance(now);
    const { jobs } = this.inner;
    const job = editable(existing(jobs, id));
    unchanged(job, revision);
    const [prerequisites = []] = resolvePrerequisites([ids], jobs, () => "after");
    refuseCycle(findCycle(job, prerequisites), "after");
    this.inner.setPrerequisites(job, prerequisites);
  }

  /** The jobs in quarantine, in the order in which they came (rule Q2). */
  quarantined(): JobId[] {
    return idsOf(this.inner.quarantine);
  }

  /**
   * The jobs that failed themselves and keep `id` in quarantine; none if it isn't in quarantine (rule Q4).
   * @throws Rejected INVALID_ARGUMENT, UNKNOWN_JOB
   */
  causes(id: JobId): JobId[] {
    checkId(id);
    return idsOf(causesOf(existing(this.inner.jobs, id)));
  }

  /** @throws Rejected INVALID_ARGUMENT, UNKNOWN_JOB */
  state(id: JobId): JobState {
    checkId(id);
    return stateOf(existing(this.inner.jobs, id), this.clock);
  }

  /**
   * Moves the clock, and with it the jobs whose backoff is over (rules T1, T2).
   * @throws Rejected INVALID_ARGUMENT, TIME_WENT_BACK
   */
  advance(now: Millis): void {
    checkNow(now);
    if (now < this.clock) {
      const message = `It was ${String(this.clock)} already; time can't go back to ${String(now)}.`;
      refuse("TIME_WENT_BACK", message, { field: "now" });
    }
    this.inner.moveClock(now);
  }

  /** A job as it will be taken on: the `index`-th of its call, nothing linked yet. */
  #draft({ id, backoff }: CheckedSubmission, index: number, prerequisites: readonly Job[] = []): Job {
    const place = this.inner.jobs.size + index + 1;
    return newJob({ key: place, id, backoff, position: place, eligibleAt: this.clock }, prerequisites);
  }

  #claimed(id: JobId, now: Millis, token: ClaimToken | null | undefined): Job {
    checkId(id);
    checkToken(token);
    this.advance(now);
    return claimed(existing(this.inner.jobs, id), token);
  }
}

/**
 * LabDispatcher: hands the steps of a laboratory's work to robots, one at a time and in order, and keeps those
 * that fail too often in quarantine. Deterministic and synchronous: time is an argument, chance is injected.
 * A call checks everything before its first change, so a refusal leaves nothing behind (rule T3).
 * Rules and costs: SPEC.md.
 */

import { drafted, draftedMany } from "./admission.ts";
import {
  checkCapabilities,
  checkId,
  checkLease,
  checkMost,
  checkNow,
  checkRecord,
  checkSignature,
  checkStation,
  checkToken,
} from "./arguments.ts";
import { explain } from "./explain.ts";
import { failureOf } from "./failure.ts";
import { isQuarantined, later, NEVER, stateOf, type Job } from "./job.ts";
import { checkLabOptions, type FailurePolicy, type LabOptions } from "./lab-options.ts";
import { LabState } from "./lab-state.ts";
import type {
  Claim,
  ClaimOptions,
  ClaimToken,
  Counts,
  Explanation,
  JobId,
  JobOptions,
  JobState,
  Millis,
  Preview,
  Signature,
  Submission,
} from "./model.ts";
import { answerOf, checkOperatorCommand, decide, type OperatorCommand } from "./operator-commands.ts";
import { previewOf } from "./preview.ts";
import { causesOf, quarantineOf } from "./quarantine.ts";
import { claimed, existing, idsOf } from "./refusals.ts";
import { refuse } from "./rejected.ts";
import { NOTHING_STORED, type Counters, type StoredLab } from "./stored-lab.ts";
import { checkSubmission, checkSubmissions } from "./submission.ts";

export interface CancelOptions {
  readonly withDependents?: boolean | null | undefined;
}

export class LabDispatcher {
  /** For `invariants.ts` and tests: to be read, not changed. */
  readonly inner: LabState;
  readonly #policy: FailurePolicy;
  readonly #lease: Millis | undefined;
  readonly #wallClock: LabOptions["wallClock"];

  /**
   * `stored`: where another dispatcher stopped, for this one to go on; O(jobs + edges).
   * @throws Rejected INVALID_ARGUMENT
   */
  constructor(options: LabOptions, stored: StoredLab = NOTHING_STORED) {
    const { lease, policy } = checkLabOptions(options);
    this.#lease = lease;
    this.#policy = policy;
    this.#wallClock = options.wallClock;
    this.inner = new LabState(stored, options);
  }

  /** Running time: the highest `now` so far. */
  get clock(): Millis {
    return this.inner.clock;
  }

  /** What has to be stored beside the jobs. */
  get counters(): Counters {
    return this.inner.counters;
  }

  /** How many jobs are in each state. O(1). */
  get counts(): Counts {
    return this.inner.counts;
  }

  /** Whether claims give nothing until `resume` (rule C4). */
  get paused(): boolean {
    return this.inner.paused;
  }

  /**
   * When the next thing happens by itself, running time: a job becomes ready, or a lease ends. With a wall clock of
   * its own, that tells of earliest starts: see `nextStartAt`. O(1).
   */
  get nextEventAt(): Millis | undefined {
    const { line, leases } = this.inner;
    const start = this.#wallClock === undefined ? this.nextStartAt : undefined;
    return earliest(earliest(line.waiting.first?.eligibleAt, leases.nextDeadline), start);
  }

  /** When the next earliest start is reached, by the wall clock. O(1). */
  get nextStartAt(): Millis | undefined {
    return this.inner.starts.next;
  }

  /** Lets jobs that are final leave memory; the option `finished` finds them from now on. O(1) each. */
  forgetFinished(): void {
    this.inner.forgetFinished();
  }

  /**
   * Takes on a job that can start once the jobs in `after` have completed (rules S1 to S4).
   * @throws Rejected INVALID_ARGUMENT, TIME_WENT_BACK, DUPLICATE_JOB, UNKNOWN_PREREQUISITE, PREREQUISITE_CANCELLED
   */
  submit(
    id: JobId,
    backoff: Millis,
    now: Millis,
    after?: readonly JobId[] | null,
    options?: JobOptions | null,
  ): void {
    const submission = checkSubmission(id, backoff, after, options);
    this.advance(now);
    const job = drafted(submission, this.inner);
    this.inner.admit(job, submission.options);
    this.#settle(job);
  }

  /**
   * Takes on many jobs or none; they may need each other, in any order (rule S5).
   * @throws Rejected as `submit`, with fields like `jobs[3].after`, and CYCLE
   */
  submitMany(list: readonly Submission[], now: Millis): void {
    const submissions = checkSubmissions(list);
    this.advance(now);
    const drafts = draftedMany(submissions, this.inner);
    for (const [index, { options }] of submissions.entries()) this.inner.admit(drafts[index] as Job, options);
    for (const job of drafts) this.#settle(job);
  }

  /**
   * Gives the first ready job that this station, with these capabilities, can do, and marks it claimed; undefined if there
   * is none, or while the dispatcher is paused (rules C1 to C4, L1).
   * @throws Rejected INVALID_ARGUMENT, TIME_WENT_BACK
   */
  claim(now: Millis, options?: ClaimOptions | null): Claim | undefined {
    checkRecord(options, "options");
    const capabilities = checkCapabilities(options?.capabilities);
    checkStation(options?.station);
    const lease = checkLease(options?.lease) ?? this.#lease ?? NEVER;
    this.advance(now);
    if (this.inner.paused) return undefined;
    const job = this.inner.line.firstFor(capabilities, options?.station);
    if (job === undefined) return undefined;
    const token = this.inner.lastToken + 1;
    const deadline = lease === NEVER ? NEVER : later(now, lease);
    this.inner.apply({ kind: "claimed", job, token, lease, deadline }, now);
    return claimOf(job);
  }

  /**
   * The robot is still at work: the lease of its claim begins anew. Gives the new deadline; null if the claim has no
   * lease and only was checked (rule L2).
   * @throws Rejected as `complete`
   */
  heartbeat(id: JobId, now: Millis, token?: ClaimToken | null): Millis | null {
    const job = this.#claimed(id, now, token);
    if (job.lease === NEVER) return null;
    const deadline = later(now, job.lease);
    if (deadline !== job.deadline) this.inner.apply({ kind: "extended", job, deadline }, now);
    return deadline;
  }

  /**
   * A claim that was given before, as it is now.
   * @throws Rejected STALE_CLAIM if it is over
   */
  current({ id, token }: Claim): Claim {
    const job = this.inner.get(id);
    if (job?.phase !== "claimed" || job.token !== token) {
      const message = `The claim of ${id} that this request was answered with is over. Make a new request.`;
      return refuse("STALE_CLAIM", message, { field: "requestId", ids: [id] });
    }
    return claimOf(job);
  }

  /**
   * The step is done: what waited only for it can be claimed from now on (rule P4). Without a token the claim
   * isn't checked (rule C3).
   * @throws Rejected INVALID_ARGUMENT, TIME_WENT_BACK, UNKNOWN_JOB, NOT_CLAIMED, STALE_CLAIM
   */
  complete(id: JobId, now: Millis, token?: ClaimToken | null): void {
    this.inner.apply({ kind: "completed", job: this.#claimed(id, now, token) }, now);
  }

  /**
   * The step failed: the job waits out its backoff, or goes to quarantine with what depends on it (rules F1 to F5, Q1).
   * @throws Rejected as `complete`
   */
  reportFailure(id: JobId, now: Millis, token?: ClaimToken | null): void {
    const job = this.#claimed(id, now, token);
    this.inner.applyAll(failureOf(job, "failed", now, this.inner, this.#policy), now);
  }

  /**
   * Does what an operator commands; gives the ids that leave quarantine by it, or are cancelled, in that order.
   * `signature` is told to the listener (rules P, R, O).
   * @throws Rejected INVALID_ARGUMENT, TIME_WENT_BACK, what the command's rule names, and CHANGED (rule O8)
   */
  operate(command: OperatorCommand, now: Millis, signature?: Signature | null): JobId[] {
    checkOperatorCommand(command);
    checkSignature(signature);
    this.advance(now);
    const changes = decide(command, this.inner, signature);
    this.inner.applyAll(changes, now, signature);
    return answerOf(changes);
  }

  /**
   * What `operate` would change if it were called now with `command`, without changing it; names `most` jobs of each
   * kind, all if absent (rule O7).
   * @throws Rejected as `operate`
   */
  preview(command: OperatorCommand, now: Millis, most?: number | null): Preview {
    checkOperatorCommand(command);
    const limit = checkMost(most);
    this.advance(now);
    return previewOf(decide(command, this.inner), now, limit);
  }

  /**
   * Gives a job in quarantine a fresh start, and lets go what nothing else keeps there. Gives the ids that were let
   * go, the job first (rules R1 to R3).
   * @throws Rejected UNKNOWN_JOB, NOT_QUARANTINED, PREREQUISITE_QUARANTINED, as every command of an operator
   *   INVALID_ARGUMENT and TIME_WENT_BACK
   */
  redrive(id: JobId, now: Millis, signature?: Signature | null): JobId[] {
    return this.operate({ name: "redrive", id }, now, signature);
  }

  /** Redrives all of `ids` or none, in whichever order they allow (rule R4). @throws as `redrive` */
  redriveMany(ids: readonly JobId[], now: Millis, signature?: Signature | null): JobId[] {
    return this.operate({ name: "redriveMany", ids }, now, signature);
  }

  /**
   * Makes `after` the prerequisites of a job that is neither claimed nor final; its state follows (rules P1, P2).
   * @throws Rejected UNKNOWN_JOB, JOB_CLAIMED, JOB_FINISHED, UNKNOWN_PREREQUISITE, PREREQUISITE_CANCELLED, CYCLE
   */
  setPrerequisites(
    id: JobId,
    after: readonly JobId[] | null | undefined,
    now: Millis,
    signature?: Signature | null,
  ): void {
    this.operate({ name: "setPrerequisites", id, after }, now, signature);
  }

  /** Higher goes first (rules C1, O1). @throws Rejected UNKNOWN_JOB, JOB_CLAIMED, JOB_FINISHED */
  setPriority(id: JobId, priority: number, now: Millis, signature?: Signature | null): void {
    this.operate({ name: "setPriority", id, priority }, now, signature);
  }

  /** Keeps the job from being handed out until `unhold` (rule O1). @throws as `setPriority` */
  hold(id: JobId, now: Millis, signature?: Signature | null): void {
    this.operate({ name: "hold", id }, now, signature);
  }

  /** Lets a held job go (rule O1). @throws as `setPriority` */
  unhold(id: JobId, now: Millis, signature?: Signature | null): void {
    this.operate({ name: "unhold", id }, now, signature);
  }

  /** Takes a claim back without counting a failure (rule O2). @throws Rejected UNKNOWN_JOB, NOT_CLAIMED */
  releaseClaim(id: JobId, now: Millis, signature?: Signature | null): void {
    this.operate({ name: "releaseClaim", id }, now, signature);
  }

  /** A person did the step, whatever state it is in (rule O3). @throws Rejected UNKNOWN_JOB, JOB_FINISHED */
  completeByHand(id: JobId, now: Millis, signature?: Signature | null): void {
    this.operate({ name: "completeByHand", id }, now, signature);
  }

  /**
   * The job will never run; `withDependents`, neither will those that need it. Gives the ids that were cancelled,
   * the job first (rule O4).
   * @throws Rejected UNKNOWN_JOB, JOB_FINISHED, HAS_DEPENDENTS
   */
  cancel(id: JobId, now: Millis, options?: CancelOptions | null, signature?: Signature | null): JobId[] {
    checkRecord(options, "options");
    return this.operate({ name: "cancel", id, withDependents: options?.withDependents }, now, signature);
  }

  /** From now on claims give nothing; running claims go on (rules C4, O5). */
  pause(now: Millis, signature?: Signature | null): void {
    this.operate({ name: "pause" }, now, signature);
  }

  /** Claims give jobs again (rule O5). */
  resume(now: Millis, signature?: Signature | null): void {
    this.operate({ name: "resume" }, now, signature);
  }

  /** Why the job isn't running; `offered`: all the capabilities that stations have (rule O6). */
  explain(id: JobId, now: Millis, offered?: readonly string[] | null): Explanation {
    checkId(id);
    const capabilities = checkCapabilities(offered, "offered");
    this.advance(now);
    return explain(existing(this.inner, id), this.inner, capabilities);
  }

  /** The state of the job at `now`; undefined if there is no such job. */
  status(id: JobId, now: Millis): JobState | undefined {
    checkId(id);
    this.advance(now);
    const job = this.inner.get(id);
    return job && stateOf(job, this.clock);
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
    return idsOf(causesOf(existing(this.inner, id)));
  }

  /**
   * The state of the job as of the clock, which it doesn't move.
   * @throws Rejected INVALID_ARGUMENT, UNKNOWN_JOB
   */
  state(id: JobId): JobState {
    checkId(id);
    return stateOf(existing(this.inner, id), this.clock);
  }

  /**
   * Moves the clocks: leases that are over by then expire, and jobs become ready whose time has come (rules T1, T2, T5).
   * @throws Rejected INVALID_ARGUMENT, TIME_WENT_BACK
   */
  advance(now: Millis): void {
    checkNow(now);
    if (now < this.clock) {
      const message = `It was ${String(this.clock)} already; time can't go back to ${String(now)}.`;
      refuse("TIME_WENT_BACK", message, { field: "now" });
    }
    this.inner.moveClocks(now, this.#wallClock?.() ?? now);
    for (let job = this.inner.leases.dueAt(now); job; job = this.inner.leases.dueAt(now)) {
      const { deadline } = job;
      this.inner.applyAll(failureOf(job, "expired", deadline, this.inner, this.#policy), deadline, "clock");
    }
  }

  /** A new job that needs one in quarantine joins it there (rules S3, S5). */
  #settle(job: Job): void {
    if (job.phase !== "open" || job.stopped === 0) return;
    const cause = job.prerequisites.find(isQuarantined);
    this.inner.applyAll(quarantineOf(job, cause, this.inner.lastQuarantineOrder), this.clock);
  }

  #claimed(id: JobId, now: Millis, token: ClaimToken | null | undefined): Job {
    checkId(id);
    checkToken(token);
    this.advance(now);
    return claimed(existing(this.inner, id), token);
  }
}

const claimOf = ({ id, token, attempts, deadline }: Job): Claim => ({
  id,
  token,
  attempt: attempts,
  deadline: deadline === NEVER ? null : deadline,
});

const earliest = (one: Millis | undefined, other: Millis | undefined): Millis | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

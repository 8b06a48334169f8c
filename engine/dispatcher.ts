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
  checkSubmission,
  checkSubmissions,
  checkToken,
} from "./arguments.ts";
import type { CheckedSubmission } from "./arguments.ts";
import type { Change, ChangeListener } from "./changes.ts";
import { isQuarantined, stateOf, type Job } from "./job.ts";
import { Line } from "./line.ts";
import type { Claim, ClaimToken, Counts, JobId, JobState, Millis, Phase, Submission } from "./model.ts";
import { findCycle, findCycleAmong, satisfyDependents, setEdges } from "./prerequisites.ts";
import { causesOf, isFreed, isStoppable, Quarantine, spread } from "./quarantine.ts";
import {
  claimed,
  editable,
  existing,
  idsOf,
  redrivable,
  refuseCycle,
  refuseDuplicates,
  resolvePrerequisites,
} from "./refusals.ts";
import { refuse } from "./rejected.ts";
import { newJob, rebuildJobs, type StoredLab } from "./stored-lab.ts";

export interface LabOptions {
  /** How many failures lead to quarantine: 1 or more. */
  readonly maxFailures: number;
  /** Told of every change as it happens. */
  readonly onChange?: ChangeListener | undefined;
}

export class LabDispatcher {
  readonly maxFailures: number;
  readonly #onChange: ChangeListener | undefined;
  readonly #jobs = new Map<JobId, Job>();
  readonly #line = new Line();
  readonly #phases: Record<Phase, number> = {
    open: 0,
    claimed: 0,
    quarantined: 0,
    completed: 0,
    cancelled: 0,
  };
  #quarantine = new Quarantine();
  #clock: Millis = 0;
  #lastToken: ClaimToken = 0;

  constructor({ maxFailures, onChange }: LabOptions) {
    checkMaxFailures(maxFailures);
    this.maxFailures = maxFailures;
    this.#onChange = onChange;
  }

  /** A dispatcher that goes on where `stored` stopped. O(jobs + edges). */
  static restore(stored: StoredLab, options: LabOptions): LabDispatcher {
    const lab = new LabDispatcher(options);
    lab.#clock = stored.clock;
    lab.#lastToken = stored.lastToken;
    const jobs = rebuildJobs(stored);
    const inOrder = jobs.filter(isQuarantined).sort((a, b) => a.quarantineOrder - b.quarantineOrder);
    lab.#quarantine = new Quarantine(stored.lastQuarantineOrder, inOrder);
    for (const job of jobs) {
      lab.#jobs.set(job.id, job);
      lab.#phases[job.phase] += 1;
      lab.#enterLine(job);
    }
    return lab;
  }

  get clock(): Millis {
    return this.#clock;
  }

  get lastToken(): ClaimToken {
    return this.#lastToken;
  }

  get lastQuarantineOrder(): number {
    return this.#quarantine.lastOrder;
  }

  /** The next instant at which a waiting job becomes ready; undefined if none waits. O(1). */
  get nextEligibleAt(): Millis | undefined {
    return this.#line.waiting.first?.eligibleAt;
  }

  /** How many jobs are in each state. O(1). */
  get counts(): Counts {
    const { open, ...phases } = this.#phases;
    const ready = this.#line.ready.size;
    const waiting = this.#line.waiting.size;
    return { blocked: open - ready - waiting, held: 0, waiting, ready, ...phases };
  }

  /**
   * Takes on a job that can start once the jobs in `after` have completed (rules S1 to S3).
   * @throws Rejected INVALID_ARGUMENT, TIME_WENT_BACK, DUPLICATE_JOB, UNKNOWN_PREREQUISITE, PREREQUISITE_CANCELLED
   */
  submit(id: JobId, backoff: Millis, now: Millis, after?: readonly JobId[] | null): void {
    const submission = checkSubmission({ id, backoff, after });
    this.advance(now);
    refuseDuplicates([submission], this.#jobs, () => "id");
    const job = this.#draft(submission, 0);
    const [prerequisites = []] = resolvePrerequisites([submission.after], this.#jobs, () => "after");
    job.prerequisites = prerequisites;
    this.#admit([job]);
  }

  /**
   * Takes on many jobs or none; they may need each other, in any order (rule S5).
   * @throws Rejected as `submit`, with fields like `jobs[3].after`, and CYCLE
   */
  submitMany(jobs: readonly Submission[], now: Millis): void {
    const submissions = checkSubmissions(jobs);
    this.advance(now);
    refuseDuplicates(submissions, this.#jobs, (index) => `jobs[${String(index)}].id`);
    const drafts = submissions.map((submission, index) => this.#draft(submission, index));
    const byId = new Map(drafts.map((job) => [job.id, job]));
    const known = { get: (id: JobId) => byId.get(id) ?? this.#jobs.get(id) };
    const lists = submissions.map(({ after }) => after);
    const resolved = resolvePrerequisites(lists, known, (index) => `jobs[${String(index)}].after`);
    for (const [index, job] of drafts.entries()) job.prerequisites = resolved[index] ?? [];
    refuseCycle(findCycleAmong(drafts), "jobs");
    this.#admit(drafts);
  }

  /** Gives the first ready job of the line and marks it claimed; undefined if none is ready (rules C1, C3). */
  claim(now: Millis): Claim | undefined {
    this.advance(now);
    const job = this.#line.ready.first;
    if (job === undefined) return undefined;
    this.#line.leave(job);
    this.#enterPhase(job, "claimed");
    job.attempts += 1;
    job.token = ++this.#lastToken;
    this.#tell({ kind: "claimed", job });
    return { id: job.id, token: job.token, attempt: job.attempts };
  }

  /**
   * The step is done: what waited only for it can be claimed from now on (rule P4). Without a token the claim
   * isn't checked (rule C3).
   * @throws Rejected INVALID_ARGUMENT, TIME_WENT_BACK, UNKNOWN_JOB, NOT_CLAIMED, STALE_CLAIM
   */
  complete(id: JobId, now: Millis, token?: ClaimToken | null): void {
    const job = this.#claimedJob(id, now, token);
    this.#enterPhase(job, "completed");
    this.#tell({ kind: "completed", job });
    for (const freed of satisfyDependents(job)) this.#enterLine(freed);
    setEdges(job, []);
  }

  /**
   * The step failed: the job waits out its backoff and keeps its place, or goes to quarantine with what depends
   * on it (rules F1, F3, Q1).
   * @throws Rejected as `complete`
   */
  reportFailure(id: JobId, now: Millis, token?: ClaimToken | null): void {
    const job = this.#claimedJob(id, now, token);
    job.failures += 1;
    job.lifetimeFailures += 1;
    if (job.failures >= this.maxFailures) {
      this.#tell({ kind: "failed", job, delay: undefined });
      this.#quarantineWithDependents(job, undefined);
    } else {
      this.#enterPhase(job, "open");
      job.eligibleAt = now + job.backoff;
      this.#enterLine(job);
      this.#tell({ kind: "failed", job, delay: job.backoff });
    }
  }

  /**
   * Gives a job in quarantine a fresh start, and lets go what nothing else keeps there (rules R1, R2).
   * Gives the ids that were let go, in that order (rule R3).
   * @throws Rejected INVALID_ARGUMENT, TIME_WENT_BACK, UNKNOWN_JOB, NOT_QUARANTINED, PREREQUISITE_QUARANTINED
   */
  redrive(id: JobId, now: Millis): JobId[] {
    checkId(id);
    this.advance(now);
    const job = redrivable(existing(this.#jobs, id));
    job.failures = 0;
    job.eligibleAt = now;
    return idsOf(this.#letGoWithDependents(job));
  }

  /**
   * Makes `after` the prerequisites of a job that is neither claimed nor final; its state follows (rules P1, P2).
   * @throws Rejected INVALID_ARGUMENT, TIME_WENT_BACK, UNKNOWN_JOB, JOB_CLAIMED, JOB_FINISHED,
   *   UNKNOWN_PREREQUISITE, PREREQUISITE_CANCELLED, CYCLE
   */
  setPrerequisites(id: JobId, after: readonly JobId[] | null | undefined, now: Millis): void {
    checkId(id);
    const ids = checkAfter(after);
    this.advance(now);
    const job = editable(existing(this.#jobs, id));
    const [prerequisites = []] = resolvePrerequisites([ids], this.#jobs, () => "after");
    refuseCycle(findCycle(job, prerequisites), "after");
    this.#line.leave(job);
    setEdges(job, prerequisites);
    this.#tell({ kind: "prerequisites", job });
    if (isFreed(job)) this.#letGoWithDependents(job);
    else this.#settle(job);
  }

  /** The jobs in quarantine, in the order in which they came (rule Q2). */
  quarantined(): JobId[] {
    return idsOf(this.#quarantine);
  }

  /**
   * The jobs that failed themselves and keep `id` in quarantine; none if it isn't in quarantine (rule Q4).
   * @throws Rejected INVALID_ARGUMENT, UNKNOWN_JOB
   */
  causes(id: JobId): JobId[] {
    checkId(id);
    return idsOf(causesOf(existing(this.#jobs, id)));
  }

  /** @throws Rejected INVALID_ARGUMENT, UNKNOWN_JOB */
  state(id: JobId): JobState {
    checkId(id);
    return stateOf(existing(this.#jobs, id), this.#clock);
  }

  /**
   * Moves the clock, and with it the jobs whose backoff is over (rules T1, T2).
   * @throws Rejected INVALID_ARGUMENT, TIME_WENT_BACK
   */
  advance(now: Millis): void {
    checkNow(now);
    if (now < this.#clock) {
      refuse(
        "TIME_WENT_BACK",
        `It was ${String(this.#clock)} already; time can't go back to ${String(now)}.`,
        {
          field: "now",
        },
      );
    }
    this.#clock = now;
    this.#line.advance(now);
  }

  /** The records and heaps themselves, for `invariants.ts`: to be read, not changed. */
  get inner(): {
    readonly jobs: ReadonlyMap<JobId, Job>;
    readonly line: Line;
    readonly quarantine: Quarantine;
  } {
    return { jobs: this.#jobs, line: this.#line, quarantine: this.#quarantine };
  }

  /** A job as it will be taken on: the `index`-th of its call, nothing linked yet. */
  #draft({ id, backoff }: CheckedSubmission, index: number): Job {
    const key = this.#jobs.size + index + 1;
    return newJob({
      key,
      id,
      backoff,
      position: key,
      phase: "open",
      failures: 0,
      lifetimeFailures: 0,
      attempts: 0,
      eligibleAt: this.#clock,
      token: 0,
      failedItself: false,
      quarantineOrder: 0,
    });
  }

  #admit(jobs: readonly Job[]): void {
    for (const job of jobs) {
      this.#jobs.set(job.id, job);
      this.#phases.open += 1;
      setEdges(job, job.prerequisites);
      this.#tell({ kind: "submitted", job });
    }
    for (const job of jobs) this.#settle(job);
  }

  #claimedJob(id: JobId, now: Millis, token: ClaimToken | null | undefined): Job {
    checkId(id);
    checkToken(token);
    this.advance(now);
    return claimed(existing(this.#jobs, id), token);
  }

  /** Puts an open job where its prerequisites leave it: into quarantine, into the line, or nowhere yet. */
  #settle(job: Job): void {
    if (job.phase !== "open") return;
    if (job.stopped > 0) this.#quarantineWithDependents(job, job.prerequisites.find(isQuarantined));
    else this.#enterLine(job);
  }

  /** `cause`: the job that stopped it; undefined if it failed itself (rule Q1). */
  #quarantineWithDependents(job: Job, cause: Job | undefined): void {
    spread(job, isStoppable, (reached) => {
      this.#line.leave(reached);
      this.#enterPhase(reached, "quarantined");
      this.#quarantine.enter(reached, reached === job && cause === undefined);
      this.#tell({ kind: "quarantined", job: reached, cause: reached === job ? cause : (cause ?? job) });
    });
  }

  #letGoWithDependents(job: Job): Job[] {
    return spread(job, isFreed, (reached) => {
      this.#quarantine.leave(reached);
      this.#enterPhase(reached, "open");
      this.#enterLine(reached);
      this.#tell({ kind: "released", job: reached, cause: job });
    });
  }

  #enterLine(job: Job): void {
    if (job.phase === "open" && job.unmet === 0) this.#line.enter(job, this.#clock);
  }

  #enterPhase(job: Job, phase: Phase): void {
    this.#phases[job.phase] -= 1;
    this.#phases[phase] += 1;
    job.phase = phase;
  }

  #tell(change: Change): void {
    this.#onChange?.(change);
  }
}

/**
 * The lab as it stands: every job in its phase, in the one heap that its state asks for, and in the quarantine
 * if it is there. A job changes by the named transitions of this class only; each keeps every index in step and
 * is told to the listener. Whether a transition is allowed is the dispatcher's to check.
 */

import type { Change, ChangeListener } from "./changes.ts";
import { isQuarantined, type Job } from "./job.ts";
import { Line } from "./line.ts";
import type { ClaimToken, Counts, JobId, Millis, Phase } from "./model.ts";
import { satisfyDependents, setEdges } from "./prerequisites.ts";
import { byQuarantineOrder, freedWith, isFreed, Quarantine, stoppedWith } from "./quarantine.ts";
import { rebuildJobs, type StoredLab } from "./stored-lab.ts";

export class LabState {
  readonly #onChange: ChangeListener | undefined;
  readonly #jobs = new Map<JobId, Job>();
  readonly #phases: Record<Phase, number> = {
    open: 0,
    claimed: 0,
    quarantined: 0,
    completed: 0,
    cancelled: 0,
  };
  readonly line = new Line();
  readonly quarantine: Quarantine;
  #clock: Millis;
  #lastToken: ClaimToken;

  constructor(stored: StoredLab, onChange: ChangeListener | undefined) {
    this.#onChange = onChange;
    this.#clock = stored.clock;
    this.#lastToken = stored.lastToken;
    const jobs = rebuildJobs(stored);
    const inOrder = jobs.filter(isQuarantined).sort(byQuarantineOrder);
    this.quarantine = new Quarantine(stored.lastQuarantineOrder, inOrder);
    for (const job of jobs) {
      this.#jobs.set(job.id, job);
      this.#phases[job.phase] += 1;
      this.#enterLine(job);
    }
  }

  get jobs(): ReadonlyMap<JobId, Job> {
    return this.#jobs;
  }

  get clock(): Millis {
    return this.#clock;
  }

  get lastToken(): ClaimToken {
    return this.#lastToken;
  }

  get counts(): Counts {
    const { open, ...phases } = this.#phases;
    const ready = this.line.ready.size;
    const waiting = this.line.waiting.size;
    return { blocked: open - ready - waiting, held: 0, waiting, ready, ...phases };
  }

  moveClock(now: Millis): void {
    this.#clock = now;
    this.line.advance(now);
  }

  /** Takes new jobs on, their prerequisites named but not linked yet (rules S2, S3, S5). */
  admit(jobs: readonly Job[]): void {
    for (const job of jobs) {
      this.#jobs.set(job.id, job);
      this.#phases.open += 1;
      setEdges(job, job.prerequisites);
      this.#tell({ kind: "submitted", job });
    }
    for (const job of jobs) this.#settle(job);
  }

  /** Rule C3. */
  claim(job: Job): void {
    this.line.leave(job);
    this.#enterPhase(job, "claimed");
    job.attempts += 1;
    job.token = ++this.#lastToken;
    this.#tell({ kind: "claimed", job });
  }

  /** Rule P4. */
  complete(job: Job): void {
    this.#enterPhase(job, "completed");
    this.#tell({ kind: "completed", job });
    for (const freed of satisfyDependents(job)) this.#enterLine(freed);
    // What is final waits for nothing and leaves the order with its edges (rule P1).
    setEdges(job, []);
  }

  /** A claimed job failed and goes back to its place, eligible after `delay` (rules F1, F3). */
  retryLater(job: Job, delay: Millis): void {
    countFailure(job);
    this.#enterPhase(job, "open");
    job.eligibleAt = this.#clock + delay;
    this.#enterLine(job);
    this.#tell({ kind: "failed", job, delay });
  }

  /** A claimed job failed once too often: it stops what depends on it (rules F1, Q1). */
  failForGood(job: Job): void {
    countFailure(job);
    this.#tell({ kind: "failed", job, delay: undefined });
    this.#stop(job, undefined);
  }

  /** Gives a quarantined job a fresh start and lets go what nothing else keeps there: all those, in order (rule R2). */
  redrive(job: Job): Job[] {
    job.failures = 0;
    job.eligibleAt = this.#clock;
    return this.#letGo(job);
  }

  /** Gives a job other prerequisites; its state follows (rule P2). */
  setPrerequisites(job: Job, prerequisites: readonly Job[]): void {
    this.line.leave(job);
    setEdges(job, prerequisites);
    this.#tell({ kind: "prerequisites", job });
    if (isFreed(job)) this.#letGo(job);
    else this.#settle(job);
  }

  /** Puts an open job where its prerequisites leave it: into quarantine, into the line, or nowhere yet. */
  #settle(job: Job): void {
    if (job.phase !== "open") return;
    if (job.stopped > 0) this.#stop(job, job.prerequisites.find(isQuarantined));
    else this.#enterLine(job);
  }

  /** Quarantines `first` and what depends on it; `cause` stopped it, if it didn't fail itself (rule Q1). */
  #stop(first: Job, cause: Job | undefined): void {
    for (const job of stoppedWith(first)) {
      this.line.leave(job);
      this.#enterPhase(job, "quarantined");
      this.quarantine.enter(job, job === first && cause === undefined);
      this.#tell({ kind: "quarantined", job, cause: job === first ? cause : (cause ?? first) });
    }
  }

  /** Takes `first` out of quarantine, and the dependents that nothing else keeps there (rule R2). */
  #letGo(first: Job): Job[] {
    const freed = freedWith(first);
    for (const job of freed) {
      this.quarantine.leave(job);
      this.#enterPhase(job, "open");
      this.#enterLine(job);
      this.#tell({ kind: "released", job, cause: first });
    }
    return freed;
  }

  #enterLine(job: Job): void {
    if (job.phase === "open" && job.unmet === 0) this.line.enter(job, this.#clock);
  }

  #enterPhase(job: Job, phase: Phase): void {
    this.#phases[job.phase] -= 1;
    this.#phases[phase] += 1;
    job.phase = phase;
  }

  #tell(change: Change): void {
    change.job.revision += 1;
    this.#onChange?.(change);
  }
}

function countFailure(job: Job): void {
  job.failures += 1;
  job.lifetimeFailures += 1;
}

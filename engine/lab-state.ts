/**
 * The lab as it stands: every job with its facts, and in the one queue that these ask for. A job changes by
 * `apply` only, which takes it out of where it stood, lets it evolve, puts it where it belongs now, and tells the
 * listener. Whether a change is allowed is decided before. O(log n) a change, and O(1) for each edge it touches.
 */

import type { Author, Change, ChangeListener, Given, JobChange, LabChange } from "./changes.ts";
import { evolve } from "./evolve.ts";
import { isFinal, isQuarantined, NO_JOBS, type Job } from "./job.ts";
import { JobTable } from "./job-table.ts";
import type { LabOptions } from "./lab-options.ts";
import { Leases } from "./leases.ts";
import { Line } from "./line.ts";
import type { ClaimToken, Counts, JobId, Millis, Phase } from "./model.ts";
import { relink, satisfyDependents } from "./prerequisites.ts";
import { byQuarantineOrder, Quarantine } from "./quarantine.ts";
import { Starts } from "./starts.ts";
import { rebuildJobs, rebuiltJob, type Counters, type StoredLab } from "./stored-lab.ts";

export class LabState {
  readonly #onChange: ChangeListener | undefined;
  readonly #findFinished: LabOptions["finished"];
  /** Those in memory. */
  readonly jobs: JobTable;
  /** Final since they were last forgotten. */
  #finished: Job[] = [];
  readonly #phases: Record<Phase, number> = {
    open: 0,
    claimed: 0,
    quarantined: 0,
    completed: 0,
    cancelled: 0,
  };
  readonly line = new Line();
  readonly leases = new Leases();
  readonly starts = new Starts();
  readonly quarantine: Quarantine;
  #clock: Millis;
  #wall: Millis;
  #lastKey: number;
  #lastToken: ClaimToken;
  #lastPosition: number;
  #lastQuarantineOrder: number;
  #paused: boolean;

  constructor(
    stored: StoredLab,
    { onChange, finished, seed }: Pick<LabOptions, "onChange" | "finished" | "seed">,
  ) {
    this.jobs = new JobTable(seed ?? 0);
    this.#onChange = onChange;
    this.#findFinished = finished;
    this.#clock = stored.clock;
    this.#wall = stored.clock;
    this.#lastKey = stored.lastKey;
    this.#lastToken = stored.lastToken;
    this.#lastPosition = stored.lastPosition;
    this.#lastQuarantineOrder = stored.lastQuarantineOrder;
    this.#paused = stored.paused;
    this.#phases.completed = stored.completed;
    this.#phases.cancelled = stored.cancelled;
    const jobs = rebuildJobs(stored);
    this.quarantine = new Quarantine(jobs.filter(isQuarantined).sort(byQuarantineOrder));
    for (const job of jobs) {
      if (isFinal(job) && finished) continue;
      this.jobs.add(job);
      if (isFinal(job)) continue;
      this.#phases[job.phase] += 1;
      this.starts.add(job);
      if (job.phase === "claimed") this.leases.begin(job);
      else this.#enterLine(job);
    }
  }

  /** Running time. */
  get clock(): Millis {
    return this.#clock;
  }

  get wall(): Millis {
    return this.#wall;
  }

  get paused(): boolean {
    return this.#paused;
  }

  get counters(): Counters {
    return {
      clock: this.#clock,
      lastKey: this.#lastKey,
      lastToken: this.#lastToken,
      lastPosition: this.#lastPosition,
      lastQuarantineOrder: this.#lastQuarantineOrder,
      paused: this.#paused,
      completed: this.#phases.completed,
      cancelled: this.#phases.cancelled,
    };
  }

  get lastKey(): number {
    return this.#lastKey;
  }

  get lastToken(): ClaimToken {
    return this.#lastToken;
  }

  get lastPosition(): number {
    return this.#lastPosition;
  }

  get lastQuarantineOrder(): number {
    return this.#lastQuarantineOrder;
  }

  get counts(): Counts {
    const { open, ...phases } = this.#phases;
    const { ready, waiting, early, held } = this.line;
    const late = waiting.size + early.size;
    return { blocked: open - ready - late - held.size, held: held.size, waiting: late, ready, ...phases };
  }

  /** Whether finished jobs leave memory. */
  get forgets(): boolean {
    return this.#findFinished !== undefined;
  }

  /** The job, wherever it is kept. */
  get(id: JobId): Job | undefined {
    const job = this.jobs.get(id);
    if (job !== undefined || this.#findFinished === undefined) return job;
    const stored = this.#findFinished(id);
    return stored && rebuiltJob(stored);
  }

  /** Lets the jobs that are final leave memory: they must be where `finished` finds them. */
  forgetFinished(): void {
    for (const job of this.#finished) this.jobs.remove(job);
    this.#finished = [];
  }

  moveClocks(running: Millis, wall: Millis): void {
    this.#clock = running;
    this.#wall = wall;
    this.line.advance(running);
    for (let job = this.starts.takeReached(wall); job; job = this.starts.takeReached(wall)) {
      this.apply({ kind: "due", job }, running, "clock");
    }
  }

  /** Takes a new job on, its prerequisites named but not linked yet (rule S2). */
  admit(job: Job, { payload, labels, expectedMs, useBy }: Given): void {
    this.jobs.add(job);
    this.#lastKey = job.key;
    this.#lastPosition = job.position;
    this.#phases.open += 1;
    this.starts.add(job);
    if (job.prerequisites.length > 0) relink(job, NO_JOBS);
    this.#enterLine(job);
    job.revision += 1;
    this.#onChange?.({ kind: "submitted", job, payload, labels, expectedMs, useBy }, this.#clock, undefined);
  }

  applyAll(changes: readonly Change[], at: Millis, by?: Author): void {
    for (const change of changes) this.apply(change, at, by);
  }

  apply(change: Change, at: Millis, by?: Author): void {
    if (isOfLab(change)) this.#paused = change.kind === "paused";
    else this.#changeJob(change.job, change);
    this.#onChange?.(change, at, by);
  }

  #changeJob(job: Job, change: JobChange): void {
    const { phase, prerequisites } = job;
    if (phase === "claimed") this.leases.end(job);
    else this.#leaveLine(job);
    evolve(job, change);
    this.#noteUsed(job);
    if (job.prerequisites !== prerequisites) relink(job, prerequisites);
    if (job.phase !== phase) this.#changePhase(job, phase);
    if (job.phase === "claimed") this.leases.begin(job);
    else this.#enterLine(job);
    job.revision += 1;
  }

  #changePhase(job: Job, before: Phase): void {
    count(this.#phases, before, -1);
    count(this.#phases, job.phase, 1);
    if (this.#findFinished !== undefined && isFinal(job)) this.#finished.push(job);
    if (before === "quarantined") this.quarantine.leave(job);
    if (job.phase === "quarantined") this.quarantine.enter(job);
    if (job.phase === "completed") for (const freed of satisfyDependents(job)) this.#enterLine(freed);
    if (job.phase === "cancelled") job.dependents = undefined;
  }

  /** What is given once only goes on from the highest that a job has had. */
  #noteUsed({ token, position, quarantineOrder }: Job): void {
    if (token > this.#lastToken) this.#lastToken = token;
    if (position > this.#lastPosition) this.#lastPosition = position;
    if (quarantineOrder > this.#lastQuarantineOrder) this.#lastQuarantineOrder = quarantineOrder;
  }

  #enterLine(job: Job): void {
    if (job.phase === "open" && job.unmet === 0) this.line.enter(job, this.#clock);
  }

  #leaveLine(job: Job): void {
    if (job.phase === "open" && job.unmet === 0) this.line.leave(job, this.#clock);
  }
}

const isOfLab = (change: Change): change is LabChange =>
  change.kind === "paused" || change.kind === "resumed";

/** Phase by phase: a property whose name is only known at run time is slower to reach. */
function count(phases: Record<Phase, number>, phase: Phase, by: 1 | -1): void {
  switch (phase) {
    case "open":
      phases.open += by;
      return;
    case "claimed":
      phases.claimed += by;
      return;
    case "quarantined":
      phases.quarantined += by;
      return;
    case "completed":
      phases.completed += by;
      return;
    case "cancelled":
      phases.cancelled += by;
      return;
  }
}

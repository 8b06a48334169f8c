/**
 * The lab as it stands: every job with its facts, and in the one queue that these ask for. A job changes by
 * `apply` only, which takes it out of where it stood, lets it evolve, puts it where it belongs now, and tells the
 * listener. Whether a change is allowed is decided before. O(log n) a change, and O(1) for each edge it touches.
 */

import type { Author, Change, ChangeListener, JobChange, LabChange } from "./changes.ts";
import { evolve } from "./evolve.ts";
import { isQuarantined, NO_JOBS, type Job } from "./job.ts";
import { JobTable } from "./job-table.ts";
import type { LabOptions } from "./lab-options.ts";
import { Leases } from "./leases.ts";
import { Line } from "./line.ts";
import type { ClaimToken, Counts, Millis, Phase } from "./model.ts";
import { relink, satisfyDependents } from "./prerequisites.ts";
import { byQuarantineOrder, Quarantine } from "./quarantine.ts";
import { rebuildJobs, type Counters, type StoredLab } from "./stored-lab.ts";
import type { CheckedOptions } from "./submission.ts";

export class LabState {
  readonly #onChange: ChangeListener | undefined;
  readonly jobs: JobTable;
  readonly #phases: Record<Phase, number> = {
    open: 0,
    claimed: 0,
    quarantined: 0,
    completed: 0,
    cancelled: 0,
  };
  readonly line = new Line();
  readonly leases = new Leases();
  readonly quarantine: Quarantine;
  #clock: Millis;
  #lastToken: ClaimToken;
  #lastPosition: number;
  #lastQuarantineOrder: number;
  #paused: boolean;

  constructor(stored: StoredLab, { onChange, seed }: Pick<LabOptions, "onChange" | "seed">) {
    this.jobs = new JobTable(seed ?? 0);
    this.#onChange = onChange;
    this.#clock = stored.clock;
    this.#lastToken = stored.lastToken;
    this.#lastPosition = stored.lastPosition;
    this.#lastQuarantineOrder = stored.lastQuarantineOrder;
    this.#paused = stored.paused;
    const jobs = rebuildJobs(stored);
    this.quarantine = new Quarantine(jobs.filter(isQuarantined).sort(byQuarantineOrder));
    for (const job of jobs) {
      this.jobs.add(job);
      this.#phases[job.phase] += 1;
      if (job.phase === "claimed") this.leases.begin(job);
      else this.#enterLine(job);
    }
  }

  get clock(): Millis {
    return this.#clock;
  }

  get paused(): boolean {
    return this.#paused;
  }

  get counters(): Counters {
    return {
      clock: this.#clock,
      lastToken: this.#lastToken,
      lastPosition: this.#lastPosition,
      lastQuarantineOrder: this.#lastQuarantineOrder,
      paused: this.#paused,
    };
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
    const { ready, waiting, held } = this.line;
    const blocked = open - ready - waiting.size - held.size;
    return { blocked, held: held.size, waiting: waiting.size, ready, ...phases };
  }

  moveClock(now: Millis): void {
    this.#clock = now;
    this.line.advance(now);
  }

  /** Takes a new job on, its prerequisites named but not linked yet (rule S2). */
  admit(job: Job, { payload, labels }: Pick<CheckedOptions, "payload" | "labels">): void {
    this.jobs.add(job);
    this.#lastPosition = job.position;
    this.#phases.open += 1;
    if (job.prerequisites.length > 0) relink(job, NO_JOBS);
    this.#enterLine(job);
    job.revision += 1;
    this.#onChange?.({ kind: "submitted", job, payload, labels }, this.#clock, undefined);
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

/**
 * The rules once more, in the plainest way: no index, no count, every question answered by looking at every job.
 * Written from the rules alone, to be compared with the dispatcher.
 */

import type { Command, JobId, JobState } from "../../engine/index.ts";
import { isQuarantined, Refusal, type ModelJob, type Outcome } from "./model-job.ts";

export class BruteForceLab {
  readonly maxFailures: number;
  clock = 0;
  /** In the order of submission. */
  jobs: ModelJob[] = [];
  #tokens = 0;
  #orders = 0;

  constructor(maxFailures: number) {
    this.maxFailures = maxFailures;
  }

  perform(command: Command, now: number): Outcome {
    try {
      return { ok: this.#perform(command, now) };
    } catch (error) {
      if (error instanceof Refusal) return { error: error.code };
      throw error;
    }
  }

  states(): Record<JobId, JobState> {
    return Object.fromEntries(this.jobs.map((job) => [job.id, this.#state(job)]));
  }

  quarantined(): JobId[] {
    return this.jobs
      .filter(isQuarantined)
      .sort((a, b) => a.order - b.order)
      .map(({ id }) => id);
  }

  causes(id: JobId): JobId[] {
    const job = this.#find(id);
    const reached = isQuarantined(job) ? this.#behind(job) : [];
    return reached
      .filter(({ root }) => root)
      .sort((a, b) => a.order - b.order)
      .map((each) => each.id);
  }

  #perform(command: Command, now: number): unknown {
    switch (command.name) {
      case "submit":
        return this.#submitAll([command], now, false);
      case "submitMany":
        return this.#submitAll(command.jobs, now, true);
      case "claim": {
        this.#moveClock(now);
        const job = this.jobs.find((each) => this.#state(each) === "ready");
        if (job === undefined) return null;
        job.phase = "claimed";
        job.attempts += 1;
        job.token = this.#tokens += 1;
        return { id: job.id, token: job.token, attempt: job.attempts };
      }
      case "complete":
        this.#moveClock(now);
        this.#claimed(command.id, command.token).phase = "completed";
        return null;
      case "reportFailure": {
        this.#moveClock(now);
        const job = this.#claimed(command.id, command.token);
        job.failures += 1;
        job.phase = "open";
        if (job.failures >= this.maxFailures) this.#quarantine(job, true);
        else job.eligibleAt = now + job.backoff;
        return this.#state(job);
      }
      case "redrive": {
        this.#moveClock(now);
        const job = this.#find(command.id);
        if (!isQuarantined(job)) throw new Refusal("NOT_QUARANTINED");
        if (this.#isStopped(job)) throw new Refusal("PREREQUISITE_QUARANTINED");
        job.failures = 0;
        job.eligibleAt = now;
        return this.#letGo(job);
      }
      case "previewRedrive":
        return this.#previewRedrive(command.id, now);
      case "setPrerequisites": {
        this.#moveClock(now);
        const job = this.#find(command.id);
        if (job.phase === "claimed") throw new Refusal("JOB_CLAIMED");
        if (job.phase === "completed") throw new Refusal("JOB_FINISHED");
        const after = [...new Set(command.after ?? [])];
        if (!after.every((id) => this.#has(id))) throw new Refusal("UNKNOWN_PREREQUISITE");
        if (after.some((id) => this.#waitsFor(id, job.id))) throw new Refusal("CYCLE");
        job.after = after;
        if (job.phase === "open" && this.#isStopped(job)) this.#quarantine(job, false);
        else if (isQuarantined(job) && !job.root && !this.#isStopped(job)) this.#letGo(job);
        return null;
      }
      case "quarantined":
        return this.quarantined();
      case "causes":
        return this.causes(command.id);
    }
  }

  #submitAll(
    list: readonly { id: JobId; backoff: number; after?: readonly JobId[] | null | undefined }[],
    now: number,
    together: boolean,
  ): null {
    this.#moveClock(now);
    const ids = list.map(({ id }) => id);
    if (ids.some((id, i) => this.#has(id) || ids.indexOf(id) !== i)) throw new Refusal("DUPLICATE_JOB");
    const known = (id: JobId) => this.#has(id) || (together && ids.includes(id));
    if (!list.every(({ after }) => (after ?? []).every(known))) throw new Refusal("UNKNOWN_PREREQUISITE");
    const before = this.jobs;
    const added = list.map(({ id, backoff, after }): ModelJob => ({
      id,
      backoff,
      after: [...new Set(after ?? [])],
      phase: "open",
      failures: 0,
      attempts: 0,
      eligibleAt: now,
      token: 0,
      root: false,
      order: 0,
    }));
    this.jobs = [...before, ...added];
    if (added.some(({ id, after }) => after.some((needed) => this.#waitsFor(needed, id)))) {
      this.jobs = before;
      throw new Refusal("CYCLE");
    }
    for (const job of added) if (job.phase === "open" && this.#isStopped(job)) this.#quarantine(job, false);
    return null;
  }

  /** A redrive of a copy, and what is different then. */
  #previewRedrive(id: JobId, now: number): unknown {
    const copy = new BruteForceLab(this.maxFailures);
    copy.clock = this.clock;
    copy.jobs = this.jobs.map((job) => ({ ...job }));
    this.#moveClock(now);
    const letGo = copy.#perform({ name: "redrive", id }, now) as JobId[];
    const behind = (other: JobId) => this.quarantined().includes(other) && this.#isBehind(other, id);
    const stays = copy.quarantined().filter(behind);
    const unmet = (job: JobId) =>
      copy.#find(job).after.filter((needed) => copy.#find(needed).phase !== "completed");
    return {
      letGo: letGo.map((job) => ({ id: job, waitsFor: unmet(job) })),
      letGoTotal: letGo.length,
      stays: stays.map((job) => ({
        id: job,
        failedItself: copy.#find(job).root,
        because: copy.#nearestOtherCauses(job),
      })),
      staysTotal: stays.length,
    };
  }

  /** The first three of them that a walk breadth first comes to. */
  #nearestOtherCauses(id: JobId): JobId[] {
    const causes = this.#behind(this.#find(id)).filter((job) => job.root && job.id !== id);
    return causes
      .slice(0, 3)
      .sort((a, b) => a.order - b.order)
      .map((job) => job.id);
  }

  /** Whether `id` needs `first` through jobs in quarantine. */
  #isBehind(id: JobId, first: JobId): boolean {
    return id !== first && this.#behind(this.#find(id)).some((job) => job.id === first);
  }

  #moveClock(now: number): void {
    if (now < this.clock) throw new Refusal("TIME_WENT_BACK");
    this.clock = now;
  }

  #state(job: ModelJob): JobState {
    if (job.phase !== "open") return job.phase;
    if (job.after.some((id) => this.#find(id).phase !== "completed")) return "blocked";
    return job.eligibleAt > this.clock ? "waiting" : "ready";
  }

  #quarantine(first: ModelJob, root: boolean): void {
    const line = [first];
    for (const job of line) {
      job.phase = "quarantined";
      job.root = root && job === first;
      job.order = this.#orders += 1;
      line.push(
        ...this.jobs.filter(
          (each) => each.phase === "open" && each.after.includes(job.id) && !line.includes(each),
        ),
      );
    }
  }

  #letGo(first: ModelJob): JobId[] {
    const line = [first];
    for (const job of line) {
      job.phase = "open";
      job.root = false;
      const freed = this.jobs.filter(
        (each) => each.after.includes(job.id) && isQuarantined(each) && !each.root && !line.includes(each),
      );
      // One by one: what is let go opens the way for the next.
      for (const each of freed) {
        if (this.#isStopped(each)) continue;
        each.phase = "open";
        line.push(each);
      }
    }
    return line.map(({ id }) => id);
  }

  #isStopped(job: ModelJob): boolean {
    return job.after.some((id) => isQuarantined(this.#find(id)));
  }

  /** `job` and every quarantined job that it is reached from through quarantined prerequisites. */
  #behind(job: ModelJob): ModelJob[] {
    const reached = [job];
    for (const each of reached) {
      reached.push(
        ...each.after
          .map((id) => this.#find(id))
          .filter((needed) => isQuarantined(needed) && !reached.includes(needed)),
      );
    }
    return reached;
  }

  /** Whether `id`, or anything unfinished that it needs, is `target`. */
  #waitsFor(id: JobId, target: JobId): boolean {
    const job = this.#find(id);
    if (job.phase === "completed") return false;
    const path = new Set<JobId>();
    const visit = (at: JobId): boolean => {
      if (at === target) return true;
      if (path.has(at) || this.#find(at).phase === "completed") return false;
      path.add(at);
      return this.#find(at).after.some(visit);
    };
    return visit(id);
  }

  #claimed(id: JobId, token: number | null | undefined): ModelJob {
    const job = this.#find(id);
    if (job.phase !== "claimed") throw new Refusal("NOT_CLAIMED");
    if (typeof token === "number" && token !== job.token) throw new Refusal("STALE_CLAIM");
    return job;
  }

  #has(id: JobId): boolean {
    return this.jobs.some((job) => job.id === id);
  }

  #find(id: JobId): ModelJob {
    const job = this.jobs.find((each) => each.id === id);
    if (job === undefined) throw new Refusal("UNKNOWN_JOB");
    return job;
  }
}

/**
 * A lab as its events make it, one after the other: results are applied, nothing is decided again. Holds the jobs that
 * are not final; whoever asks is told of each that becomes final, and it is forgotten. O(1) an event.
 */

import { evolve } from "../../../evolve.ts";
import { isFinal, type Job } from "../../../job.ts";
import { epochAfter } from "../../epoch.ts";
import type { Findings } from "./findings.ts";
import type { Given } from "../../../changes.ts";
import { changeIn, submittedJob, type StoredEvent } from "./stored-event.ts";

export interface ReplayedJob {
  readonly job: Job;
  /** The ids of what it needs, as JSON, as they were told last. */
  needs: string;
}

export interface ReplayListener {
  onSubmitted(replayed: ReplayedJob, given: Given): void;
  onFinal(replayed: ReplayedJob): void;
}

/** The counters that follow from events. */
export interface ReplayedCounters {
  lastKey: number;
  lastToken: number;
  lastPosition: number;
  lastQuarantineOrder: number;
  paused: boolean;
  completed: number;
  cancelled: number;
}

export class ReplayedLab {
  /** By key. */
  readonly live = new Map<number, ReplayedJob>();
  readonly counters: ReplayedCounters = {
    lastKey: 0,
    lastToken: 0,
    lastPosition: 0,
    lastQuarantineOrder: 0,
    paused: false,
    completed: 0,
    cancelled: 0,
  };
  submitted = 0;
  /** Running time of the last event. */
  clock = 0;
  #before: StoredEvent | undefined;
  readonly #findings: Findings;
  readonly #listener: ReplayListener;

  constructor(findings: Findings, listener: ReplayListener) {
    this.#findings = findings;
    this.#listener = listener;
  }

  take(event: StoredEvent): void {
    if (event.job === null) this.#changeLab(event);
    else if (event.kind === "submitted") this.#submit(event);
    else if (event.kind !== "late") this.#changeJob(event, event.job);
    this.clock = Math.max(this.clock, event.clock);
    this.#before = event;
  }

  #changeLab(event: StoredEvent): void {
    const { counters } = this;
    if (event.kind === "paused") counters.paused = true;
    else if (event.kind === "resumed") counters.paused = false;
    else if (event.kind === "restored") counters.lastToken = tokenIn(event) ?? epochAfter(counters.lastToken);
  }

  #submit(event: StoredEvent): void {
    const { job, given } = submittedJob(event);
    if (this.live.has(job.key) || job.key <= this.counters.lastKey) {
      this.#findings.add(`Event ${String(event.seq)} submits ${job.id}, whose number was taken before.`);
    }
    const replayed: ReplayedJob = { job, needs: interned(event.needs) };
    this.live.set(job.key, replayed);
    this.submitted += 1;
    this.#noteUsed(job);
    job.revision += 1;
    this.#listener.onSubmitted(replayed, given);
  }

  #changeJob(event: StoredEvent, key: number): void {
    const replayed = this.live.get(key);
    if (replayed === undefined) {
      this.#findings.add(
        `Event ${String(event.seq)} (${event.kind}) is of job number ${String(key)}, which by the events before was never submitted, or is finished.`,
      );
      return;
    }
    const { job } = replayed;
    const change = changeIn(event, job, this.#before);
    if (change === undefined) return;
    evolve(job, change);
    job.revision += 1;
    this.#noteUsed(job);
    this.#checkClaim(event, job);
    if (event.needs !== null) replayed.needs = interned(event.needs);
    if (!isFinal(job)) return;
    this.counters[job.phase === "completed" ? "completed" : "cancelled"] += 1;
    this.live.delete(key);
    this.#listener.onFinal(replayed);
  }

  /** What is given once only goes on from the highest that a job has had. */
  #noteUsed({ key, token, position, quarantineOrder }: Job): void {
    const { counters } = this;
    counters.lastKey = Math.max(counters.lastKey, key);
    counters.lastToken = Math.max(counters.lastToken, token);
    counters.lastPosition = Math.max(counters.lastPosition, position);
    counters.lastQuarantineOrder = Math.max(counters.lastQuarantineOrder, quarantineOrder);
  }

  #checkClaim({ seq, kind, attempt, token }: StoredEvent, job: Job): void {
    if (attempt === null || (attempt === job.attempts && token === job.token)) return;
    this.#findings.add(
      `Job ${job.id}: event ${String(seq)} (${kind}) is of claim ${String(attempt)} with token ${String(token)}, but by the events before it is claim ${String(job.attempts)} with token ${String(job.token)}.`,
    );
  }
}

const tokenIn = ({ result }: StoredEvent): number | undefined => {
  const { lastToken } = JSON.parse(result ?? "{}") as { lastToken?: number };
  return lastToken;
};

/** Most jobs need nothing: they share one text. */
const interned = (needs: string | null): string => (needs === null || needs === "[]" ? "[]" : needs);

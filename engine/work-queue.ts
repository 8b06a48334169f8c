/**
 * WorkQueue: tasks for workers who reserve them for a time, on the dispatcher's own machinery: no backoff, a lease on
 * every reservation, and a failed task goes to the end of the line (rules W1, W2). What a dispatcher refuses is
 * here a return value, false or null; only arguments that can't be meant, and time going back, are thrown.
 */

import { checkMaxFailures, invalid, isWhole } from "./arguments.ts";
import { LabDispatcher } from "./dispatcher.ts";
import type { ClaimToken, JobState, Millis } from "./model.ts";
import { Rejected } from "./rejected.ts";

export type TaskState = "AVAILABLE" | "RESERVED" | "COMPLETED" | "DEAD";

/** What a worker shows to prove that a task is still its own. */
export type LeaseId = ClaimToken;

export interface Reservation {
  readonly id: string;
  readonly lease: LeaseId;
  /** When it ends by itself. */
  readonly deadline: Millis;
}

const STATES: Readonly<Record<JobState, TaskState>> = {
  blocked: "AVAILABLE",
  held: "AVAILABLE",
  waiting: "AVAILABLE",
  ready: "AVAILABLE",
  claimed: "RESERVED",
  completed: "COMPLETED",
  cancelled: "COMPLETED",
  quarantined: "DEAD",
};

export class WorkQueue {
  readonly #lab: LabDispatcher;
  /** Tasks whose present reservation gave its lease id, which is asked for from then on. */
  readonly #fenced = new Set<string>();

  /**
   * `leaseSeconds`: how long a reservation lasts, in the unit of `now`; `maxAttempts`: how many failures kill a task.
   * @throws Rejected INVALID_ARGUMENT
   */
  constructor(leaseSeconds: Millis, maxAttempts: number) {
    if (!isWhole(leaseSeconds)) invalid("leaseSeconds", "A lease is a whole number, 0 or more.");
    checkMaxFailures(maxAttempts, "maxAttempts");
    this.#lab = new LabDispatcher({
      maxFailures: maxAttempts,
      lease: leaseSeconds,
      retryPosition: "tail",
      onChange: (change) => {
        if ("job" in change && change.kind !== "extended") this.#fenced.delete(change.job.id);
      },
    });
  }

  /** Takes a task on, to be run from `runAt` on; false if there is one with this id. O(log n). */
  add(id: string, now: Millis, runAt?: Millis | null): boolean {
    return accepted(() => this.#lab.submit(id, 0, now, null, { notBefore: runAt }));
  }

  /** The first available task, reserved from now on; null if there is none. O(log n). */
  reserve(now: Millis): string | null {
    return this.#lab.claim(now)?.id ?? null;
  }

  /** The same with a lease id, without which the reservation can't be ended or extended. */
  reserveWithLease(now: Millis): Reservation | null {
    const claim = this.#lab.claim(now);
    if (claim === undefined) return null;
    this.#fenced.add(claim.id);
    return { id: claim.id, lease: claim.token, deadline: claim.deadline ?? now };
  }

  /** The task is done; false if it isn't reserved, or under another lease. */
  complete(id: string, now: Millis, lease?: LeaseId | null): boolean {
    return accepted(() => this.#lab.complete(id, now, this.#shown(id, lease)));
  }

  /** The task failed: the state that this leaves it in; null if it isn't reserved, or under another lease. */
  fail(id: string, now: Millis, lease?: LeaseId | null): TaskState | null {
    const done = accepted(() => this.#lab.reportFailure(id, now, this.#shown(id, lease)));
    return done ? this.status(id, now) : null;
  }

  /** The reservation begins anew; false if there is none, or under another lease. */
  extend(id: string, now: Millis, lease?: LeaseId | null): boolean {
    return accepted(() => this.#lab.heartbeat(id, now, this.#shown(id, lease)));
  }

  /** Null if there is no such task. */
  status(id: string, now: Millis): TaskState | null {
    const state = this.#lab.status(id, now);
    return state === undefined ? null : STATES[state];
  }

  /** The dead tasks, in the order in which they died. */
  dead(): string[] {
    return this.#lab.quarantined();
  }

  /** Gives a dead task all its attempts back; false if it isn't dead. It keeps its place in the line. */
  redrive(id: string, now: Millis): boolean {
    return accepted(() => this.#lab.redrive(id, now));
  }

  /** Where a lease id is asked for, showing none is showing a wrong one: tokens count from 1. */
  #shown(id: string, lease: LeaseId | null | undefined): LeaseId | undefined {
    return lease ?? (this.#fenced.has(id) ? 0 : undefined);
  }
}

/** Whether `call` was accepted; throws what isn't a matter of the task's state. */
function accepted(call: () => unknown): boolean {
  try {
    call();
    return true;
  } catch (error) {
    if (!(error instanceof Rejected) || THROWN.has(error.code)) throw error;
    return false;
  }
}

const THROWN: ReadonlySet<string> = new Set(["INVALID_ARGUMENT", "TIME_WENT_BACK"]);

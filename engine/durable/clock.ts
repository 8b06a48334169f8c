/**
 * The only place of the engine that reads a clock, sets a timer or asks chance. Running time counts the milliseconds for
 * which the engine has been at work: it goes on from where it stopped, and a gap of more than five seconds
 * between two looks (sleep, a stopped process) counts as five, so that none of these uses up a backoff (rule T5).
 */

import type { Millis } from "../model.ts";

const LONGEST_GAP: Millis = 5_000;
const LOOK_EVERY: Millis = 1_000;
/** A timer can't be set further ahead than 24 days; a day will do. */
const LONGEST_TIMER: Millis = 86_400_000;

export interface Clock {
  /** Running time, whole milliseconds; never goes back. */
  now(): Millis;
  /** Calls `task` once the running time has reached `at`, in place of what was to be called before. */
  wakeAt(at: Millis, task: () => void): void;
  /** Calls `task` again and again, `period` apart. */
  every(period: Millis, task: () => void): void;
  stop(): void;
}

export class RunningClock implements Clock {
  #running: Millis;
  #lookedAt = performance.now();
  #wake: NodeJS.Timeout | undefined;
  readonly #periodic: NodeJS.Timeout[] = [];

  /** `from`: the running time at which the engine stopped. */
  constructor(from: Millis) {
    this.#running = from;
    this.every(LOOK_EVERY, () => this.#lookAgain());
  }

  now(): Millis {
    this.#lookAgain();
    return Math.floor(this.#running);
  }

  wakeAt(at: Millis, task: () => void): void {
    clearTimeout(this.#wake);
    const wait = Math.min(Math.max(at - this.now(), 0), LONGEST_TIMER);
    this.#wake = setTimeout(() => {
      if (this.now() >= at) task();
      else this.wakeAt(at, task);
    }, wait);
  }

  every(period: Millis, task: () => void): void {
    this.#periodic.push(setInterval(task, period));
  }

  stop(): void {
    clearTimeout(this.#wake);
    for (const timer of this.#periodic) clearInterval(timer);
  }

  #lookAgain(): void {
    const at = performance.now();
    this.#running += Math.min(at - this.#lookedAt, LONGEST_GAP);
    this.#lookedAt = at;
  }
}

/** Stands still: in a replay the time comes with each command. */
export const GIVEN_TIME: Clock = {
  now: () => 0,
  wakeAt: () => {},
  every: () => {},
  stop: () => {},
};

/** A number in [0, 1), for the jitter of backoffs. */
export const chance = (): number => Math.random();

/** The wall clock: milliseconds since 1970. */
export function wallClock(): Millis {
  return Date.now();
}

/** How long ago it was made, milliseconds: bounds what may take a while. */
export function stopwatch(): () => Millis {
  const from = performance.now();
  return () => performance.now() - from;
}

/** Lets others have their turn; keeps no thread alive. */
export function rest(wait: Millis): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, wait).unref();
  });
}

/**
 * The only place of the engine that reads a clock, sets a timer or asks chance. Running time counts the milliseconds for
 * which the engine has been at work: it goes on from where it stopped, and a gap of more than five seconds
 * between two looks (sleep, a stopped process) counts as five, so that none of these uses up a backoff (rule T5).
 */

import { platform, uptime } from "node:os";
import type { Worker } from "node:worker_threads";
import type { Millis } from "../model.ts";

const LONGEST_GAP: Millis = 5_000;
const LOOK_EVERY: Millis = 1_000;
/** A timer can't be set further ahead than 24 days; a day will do. */
const LONGEST_TIMER: Millis = 86_400_000;
/** The time of day is set right by small steps all the time; only more is a jump. */
export const SMALLEST_JUMP: Millis = 2_000;

export interface Clock {
  /** Running time, whole milliseconds; never goes back. */
  now(): Millis;
  /** The time of day: milliseconds since 1970. It may jump. */
  wall(): Millis;
  /** Calls `task` once either clock has reached its instant, in place of what was to be called before. */
  wakeAt(at: WakeAt, task: () => void): void;
  /** Calls `task` again and again, `period` apart. */
  every(period: Millis, task: () => void): void;
  /** Calls `task` when the time of day moves by so much more, or less, than time goes by. */
  onJump(task: (by: Millis) => void): void;
  stop(): void;
}

/** Undefined: that clock is not waited for. */
export interface WakeAt {
  readonly running: Millis | undefined;
  readonly wall: Millis | undefined;
}

export class RunningClock implements Clock {
  #running: Millis;
  #lookedAt = performance.now();
  /** How far the wall clock was ahead of the time since the machine started. */
  #offset = wallOffset();
  #onJump: (by: Millis) => void = () => {};
  #wake: NodeJS.Timeout | undefined;
  readonly #periodic: NodeJS.Timeout[] = [];

  /** `from`: the running time at which the engine stopped. */
  constructor(from: Millis) {
    this.#running = from;
    this.every(LOOK_EVERY, () => {
      this.#lookAgain();
      this.#lookForJump();
    });
  }

  now(): Millis {
    this.#lookAgain();
    return Math.floor(this.#running);
  }

  wall(): Millis {
    return wallClock();
  }

  wakeAt(at: WakeAt, task: () => void): void {
    clearTimeout(this.#wake);
    const { running = Infinity, wall = Infinity } = at;
    const wait = Math.min(running - this.now(), wall - wallClock());
    if (wait === Infinity) return;
    // The wall clock can jump while the timer runs.
    const longest = wall === Infinity ? LONGEST_TIMER : LOOK_EVERY;
    this.#wake = setTimeout(
      () => {
        if (this.now() >= running || wallClock() >= wall) task();
        else this.wakeAt(at, task);
      },
      Math.min(Math.max(wait, 0), longest),
    );
  }

  every(period: Millis, task: () => void): void {
    this.#periodic.push(setInterval(task, period));
  }

  onJump(task: (by: Millis) => void): void {
    this.#onJump = task;
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

  #lookForJump(): void {
    const offset = wallOffset();
    const by = offset - this.#offset;
    if (Math.abs(by) < SMALLEST_JUMP) return;
    this.#offset = offset;
    this.#onJump(Math.round(by));
  }
}

/**
 * Against time that goes on while the machine sleeps, so that a sleep isn't taken for a jump. On macOS that time is
 * made from the wall clock itself; there a sleep shows as a jump ahead.
 */
const wallOffset = (): Millis =>
  wallClock() - (platform() === "darwin" ? performance.now() : uptime() * 1_000);

/** Stands still: in a replay the time comes with each command. */
export const GIVEN_TIME: Clock = {
  now: () => 0,
  wall: wallClock,
  wakeAt: () => {},
  every: () => {},
  onJump: () => {},
  stop: () => {},
};

/** A number in [0, 1), for the jitter of backoffs. */
export const chance = (): number => Math.random();

/** The time of day: milliseconds since 1970. */
export function wallClock(): Millis {
  return Date.now();
}

/** How long ago it was made, milliseconds: bounds what may take a while. */
export function stopwatch(): () => Millis {
  const from = performance.now();
  return () => performance.now() - from;
}

/** The longest that a thread may take to end by itself once it has been asked to. */
const LONGEST_END: Millis = 10_000;

/** Settles when `thread` has ended: by itself, which lets what it holds go in order, or else by force. */
export async function ended(thread: Worker): Promise<void> {
  const byItself = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
  const byForce = setTimeout(() => void thread.terminate(), LONGEST_END);
  await byItself;
  clearTimeout(byForce);
}

/** Lets others have their turn; keeps no thread alive. */
export function rest(wait: Millis): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, wait).unref();
  });
}

/** `wall` as `2026-12-01T00:57:13.000Z`. */
export const isoTime = (wall: Millis): string => new Date(wall).toISOString();

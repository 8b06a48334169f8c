/**
 * The port through which the actor stores what the dispatcher did. Every method is mandatory. A batch is
 * `begin`, any number of `append`, then `commit`, which returns once the batch is on disk. Whatever throws, `recover`
 * comes next, until it succeeds, and then `load`.
 */

import type { Change } from "../changes.ts";
import type { Millis, OnExpiry, RetryPosition } from "../model.ts";
import type { Counters, StoredLab } from "../stored-lab.ts";

export interface Journal {
  /** As they were when the lab was made. */
  readonly settings: LabSettings;
  /** The state as of the last commit. */
  load(): StoredLab;
  begin(): void;
  /** Of a change that has just been made: its job is as the change left it. */
  append(change: Change, circumstances: Circumstances): void;
  commit(counters: Counters): void;
  /**
   * Undoes the batch that ended in `error`, and sees to it that what is read from now on is what is on disk (rule D3).
   * Throws if it can't do so yet.
   */
  recover(error: unknown): void;
  /** What an error means, in words that go on from “Nothing can be stored: ”, and what to do. */
  tell(error: unknown): string;
  /** Called about once a second, for what may be put on disk somewhat later than answers are given. */
  tend(): void;
  close(): void;
  /** Why only little can be stored, and what to do; null if there is room. */
  readonly shortage: string | null;
  /** What had been answered in an earlier run and isn't stored any more, in words; null if nothing is known to be. */
  readonly loss: string | null;
}

/** How a lab deals with claims and failures where a job or a claim doesn't say. */
export interface LabSettings {
  readonly maxFailures: number;
  /** Null: claims don't end by themselves. */
  readonly lease: Millis | null;
  readonly retryPosition: RetryPosition;
  readonly onExpiry: OnExpiry;
}

/** How a change came about. */
export interface Circumstances {
  /** Who gave the command; ENGINE for what time alone brought about. */
  readonly actor: string;
  readonly reason: string | null;
  /** Running time; for an expiry the deadline (rule L3). */
  readonly clock: Millis;
  /** Wall clock. */
  readonly at: Millis;
}

/** The actor of what nobody commanded: leases that expired. */
export const ENGINE = "lab";

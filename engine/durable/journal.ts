/**
 * The port through which the actor stores what the dispatcher did. Every method is mandatory. First comes `load`; a batch
 * is `begin`, any number of `append`, `remember` and `forgetAnswers`, then `commit`, which returns once the batch is on
 * disk. `find`, `holderOf` and `answerTo` see what their batch has done. Whatever throws, `recover` comes next, until it
 * succeeds, and then `load`.
 */

import type { Change } from "../changes.ts";
import type { Job } from "../job.ts";
import type { ClaimToken, JobId, Millis, OnExpiry, RetryPosition } from "../model.ts";
import type { Counters, StoredJob, StoredLab } from "../stored-lab.ts";

export interface Journal {
  /** As they were when the lab was made. */
  readonly settings: LabSettings;
  /**
   * Between batches, the state as of the last commit: the jobs that are not final, and the final ones that these need.
   * The edges are to be read to their end before anything else is asked.
   */
  load(): StoredLab & { readonly wall: Millis };
  /** The job with this id, if it is stored. */
  find(id: JobId): StoredJob | undefined;
  /** Who made the latest claim of a job. */
  holderOf(job: Job): string | undefined;
  /** What a request was answered with (rule D5). */
  answerTo(request: RequestName): Answered | undefined;
  begin(): void;
  /** Of a change that has just been made: its job is as the change left it. */
  append(told: Told, circumstances: Circumstances): void;
  remember(request: RequestName, answered: Answered, clock: Millis): void;
  /** Forgets the answers that were given before `clock`. */
  forgetAnswers(clock: Millis): void;
  /** `wall`: the time of day. */
  commit(counters: Counters, wall: Millis): void;
  /**
   * Undoes the batch that ended in `error`, and sees to it that what is read from now on is what is on disk (rule D3).
   * Throws if it can't do so yet.
   */
  recover(error: unknown): void;
  /** What an error means, in words that go on from “Nothing can be stored: ”, and what to do. */
  tell(error: unknown): string;
  /** Called about once a second, for what may be put on disk somewhat later than answers are given. */
  tend(): void;
  /** A batch that has begun is undone. */
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
  /** A job is held whose robot says too late that it completed it (rule Q5). */
  readonly holdLate: boolean;
}

/** All that is written down: what the dispatcher changed, and what else operators must be able to read later. */
export type Told = Change | Notice;

export type Notice =
  /** The time of day moved by so much more than time went by. */
  | { readonly kind: "clockJumped"; readonly by: Millis }
  /** Something that had been answered was not in the file any more at a start. */
  | { readonly kind: "lost"; readonly what: string }
  /** A completion that was refused, since its claim was over (rule Q5). */
  | { readonly kind: "late"; readonly job: Job; readonly token: ClaimToken }
  /** The file was made from a backup (rule D7): `result` tells what may have run since. */
  | { readonly kind: "restored" };

/** How a change came about. */
export interface Circumstances {
  /** Who gave the command; ENGINE for what time alone brought about. */
  readonly actor: string;
  /** The command's name; null for what nobody commanded. */
  readonly command: string | null;
  readonly reason: string | null;
  /** A robot's code for what went wrong. */
  readonly code: string | null;
  /** What a robot says of its completed step: JSON. */
  readonly result: string | null;
  /** Running time; for an expiry the deadline (rule L3). */
  readonly clock: Millis;
  /** Wall clock. */
  readonly at: Millis;
}

/** A request is its sender's: two robots may use the same id. */
export interface RequestName {
  readonly actor: string;
  readonly id: string;
}

export interface Answered {
  /** A hash of what was asked. */
  readonly content: Buffer;
  /** JSON. */
  readonly answer: string;
}

/** The actor of what nobody commanded: leases that expired. */
export const ENGINE = "lab";

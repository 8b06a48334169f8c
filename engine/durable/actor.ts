/**
 * The one owner of the dispatcher and the journal. Takes what has arrived as one batch: decide command after command,
 * write each change as it is made, commit, and only then answer (rule D1). A refused command leaves nothing behind
 * but what time brought about (rule T3), and costs its neighbours nothing; if anything else goes wrong the batch is
 * undone and the state read again.
 */

import type { Author, Change } from "../changes.ts";
import { perform, type CommandName } from "../commands.ts";
import { LabDispatcher } from "../dispatcher.ts";
import type { Millis } from "../model.ts";
import { Rejected, type Rejection } from "../rejected.ts";
import { wallClock, type Clock } from "./clock.ts";
import { ENGINE, type Journal } from "./journal.ts";
import type { Ask, LabNews, Order, Reply } from "./protocol.ts";

type Perform = Extract<Ask, { to: "perform" }>;

/** While something is to happen by itself, the running time is stored this often, so that a crash costs little of it. */
const KEEP_TIME_EVERY = 30_000;

const STORAGE_FAILED: Rejection = {
  code: "STORAGE_FAILED",
  message:
    "The database could not be written, so it is not known whether this was done. Look, then try again.",
};

const NO_ORDER: Order = { actor: ENGINE };

interface Surroundings {
  readonly journal: Journal;
  readonly makeClock: (from: Millis) => Clock;
  readonly random: (() => number) | undefined;
  readonly seed: number;
  readonly onChanged: (lab: LabNews) => void;
}

export class Actor {
  readonly #around: Surroundings;
  readonly #journal: Journal;
  readonly #clock: Clock;
  #dispatcher: LabDispatcher;
  /** Whose command is at hand; without one, only time goes on. */
  #order = NO_ORDER;
  /** A transaction has begun: something has changed since the last commit. */
  #isWriting = false;
  /** Why the last batch could not be stored; null once one has been. */
  #trouble: string | null = null;
  /** Memory may be ahead of the file. */
  #stale = false;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#journal = around.journal;
    this.#dispatcher = this.#load();
    this.#clock = around.makeClock(this.#dispatcher.clock);
    this.#clock.every(KEEP_TIME_EVERY, () => {
      if (this.#dispatcher.nextEventAt !== undefined || this.#trouble !== null) this.#keepTime();
    });
    this.#wakeForNextEvent();
  }

  get news(): LabNews {
    const { settings } = this.#journal;
    const { counts, paused } = this.#dispatcher;
    return { counts, paused, maxFailures: settings.maxFailures, settings, trouble: this.#trouble };
  }

  /** Does all of `batch` in one commit and gives the answers, in order. */
  handle(batch: readonly Perform[]): Reply[] {
    try {
      this.#catchUp();
      const replies = batch.map((ask) => this.#decide(ask));
      // A move of the clock alone is stored in a replay only (rule T4).
      if (this.#isWriting || batch.some(({ order }) => order.now !== undefined)) {
        this.#commit();
        this.#announce();
      }
      return replies;
    } catch (error) {
      this.#undo(error);
      return batch.map(({ number }) => ({ number, rejection: STORAGE_FAILED }));
    }
  }

  /**
   * The instant for a reading, with everything on disk that time has brought about. While nothing can be stored, the
   * reading shows what is: trying again with each would keep the window waiting.
   */
  look(): { clock: Millis; at: Millis } {
    const now = this.#clock.now();
    if (now > this.#dispatcher.clock && this.#trouble === null && this.#passTime(now)) this.#announce();
    return { clock: Math.max(now, this.#dispatcher.clock), at: wallClock() };
  }

  close(): void {
    this.#keepTime();
    this.#clock.stop();
    this.#journal.close();
  }

  #decide({ number, command, order }: Perform): Reply {
    try {
      this.#order = order;
      const { actor, reason, now = this.#now() } = order;
      return { number, value: perform<CommandName>(this.#dispatcher, command, now, { actor, reason }) };
    } catch (error) {
      if (error instanceof Rejected) return { number, rejection: error.toRejection() };
      throw error;
    } finally {
      this.#order = NO_ORDER;
    }
  }

  /** At once, while the job is as this change left it: a later one of the same call may make it another claim. */
  #write(change: Change, clock: Millis, by: Author): void {
    if (!this.#isWriting) this.#journal.begin();
    this.#isWriting = true;
    const { actor, reason } = by === "clock" ? NO_ORDER : this.#order;
    this.#journal.append(change, { actor, reason: reason ?? null, clock, at: wallClock() });
  }

  /** The engine's own time never lies behind the dispatcher's, which a replay may have moved far ahead. */
  #now(): Millis {
    return Math.max(this.#clock.now(), this.#dispatcher.clock);
  }

  #commit(): void {
    if (!this.#isWriting) this.#journal.begin();
    this.#journal.commit(this.#dispatcher.counters);
    this.#isWriting = false;
    this.#trouble = null;
  }

  #announce(): void {
    this.#around.onChanged(this.news);
    this.#wakeForNextEvent();
  }

  #wakeForNextEvent(): void {
    const next = this.#dispatcher.nextEventAt;
    if (next === undefined) return;
    this.#clock.wakeAt(next, () => {
      this.#passTime(this.#now());
      // Else the running time, which is kept now and then, brings another try.
      if (this.#trouble === null) this.#announce();
    });
  }

  /** Stores what time has brought about by `now`; tells whether that was anything. */
  #passTime(now: Millis): boolean {
    try {
      this.#catchUp();
      this.#dispatcher.advance(now);
      const isNews = this.#isWriting;
      if (isNews) this.#commit();
      return isNews;
    } catch (error) {
      this.#undo(error);
      return false;
    }
  }

  #keepTime(): void {
    try {
      this.#catchUp();
      const now = this.#clock.now();
      if (now > this.#dispatcher.clock) this.#dispatcher.advance(now);
      const isNews = this.#isWriting || this.#trouble !== null;
      this.#commit();
      if (isNews) this.#announce();
    } catch (error) {
      this.#undo(error);
    }
  }

  #undo(error: unknown): void {
    this.#trouble = `Nothing can be stored: ${error instanceof Error ? error.message : String(error)}.`;
    this.#stale = true;
    try {
      this.#catchUp();
    } catch {
      // It stays stale, and the next batch tries again before anything else.
    }
    this.#around.onChanged(this.news);
  }

  /** If memory may be ahead of the file, throws it away and reads the file again (rule D3). */
  #catchUp(): void {
    if (!this.#stale) return;
    this.#journal.rollback();
    this.#isWriting = false;
    this.#dispatcher = this.#load();
    this.#stale = false;
  }

  #load(): LabDispatcher {
    const { random, seed } = this.#around;
    const onChange = (change: Change, at: Millis, by: Author) => this.#write(change, at, by);
    return new LabDispatcher({ ...this.#journal.settings, random, seed, onChange }, this.#journal.load());
  }
}

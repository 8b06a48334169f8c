/**
 * The one owner of the dispatcher and the journal. Takes what has arrived as one batch: decide command after command,
 * write each change as it is made, commit, and only then answer (rule D1). A refused command leaves nothing behind
 * but what time brought about (rule T3), and costs its neighbours nothing; if anything else goes wrong the batch is
 * undone, the journal recovers, and the state is read again before anything is served (rule D3).
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

/** Mark and reserve are looked after this often (rule D3). */
const TEND_EVERY = 1_000;
/** While nothing can be stored, it is tried again this often: reading a large file again and again helps nobody. */
const RETRY_EVERY = 2_000;

const STORAGE_FAILED: Rejection = {
  code: "STORAGE_FAILED",
  message:
    "The database could not be written, so it is not known whether this was done. Ask again with the same request id: it is done once at most.",
};

/** What asks for work or room that a full disk doesn't have; all else finishes what was begun, or is asked by people. */
const NEEDS_ROOM: ReadonlySet<CommandName> = new Set(["submit", "submitMany", "claim"]);

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
  #lastTrouble: LabNews["lastTrouble"] = null;
  /** While there is trouble, nothing is tried before this running time. */
  #retryAt: Millis = 0;
  /** What there is to recover from: memory may be ahead of the file. */
  #failure: { readonly error: unknown } | undefined;
  /** What was shown last of a state that is on disk. */
  #shown: Pick<LabNews, "counts" | "paused"> | undefined;
  /** As it was told last. */
  #shortage: string | null = null;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#journal = around.journal;
    this.#dispatcher = this.#load();
    this.#clock = around.makeClock(this.#dispatcher.clock);
    this.#clock.every(KEEP_TIME_EVERY, () => {
      if (this.#dispatcher.nextEventAt !== undefined || this.#trouble !== null) this.#keepTime();
    });
    this.#clock.every(TEND_EVERY, () => this.#tend());
    this.#wakeForNextEvent();
  }

  get news(): LabNews {
    const { settings, shortage, loss } = this.#journal;
    const { counts, paused } = this.#dispatcher;
    if (this.#failure === undefined) this.#shown = { counts, paused };
    this.#shortage = shortage;
    const trouble = this.#trouble ?? shortage;
    const shown = this.#shown ?? { counts, paused };
    const { maxFailures } = settings;
    return { ...shown, maxFailures, settings, trouble, lastTrouble: this.#lastTrouble, loss };
  }

  /** Does all of `batch` in one commit and gives the answers, in order. */
  handle(batch: readonly Perform[]): Reply[] {
    if (this.#isResting) return batch.map(({ number }) => ({ number, rejection: notDone(this.#trouble) }));
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
   * reading shows what is: trying again with each would keep the window waiting. Throws while the file can't be trusted.
   */
  look(): { clock: Millis; at: Millis } {
    this.#catchUpToRead();
    const now = this.#clock.now();
    if (now > this.#dispatcher.clock && this.#trouble === null && this.#passTime(now)) this.#announce();
    return { clock: Math.max(now, this.#dispatcher.clock), at: wallClock() };
  }

  close(): void {
    this.#retryAt = 0;
    this.#keepTime();
    this.#clock.stop();
    this.#journal.close();
  }

  #decide({ number, command, order }: Perform): Reply {
    try {
      this.#order = order;
      const { actor, reason, now = this.#now() } = order;
      const { shortage } = this.#journal;
      if (shortage !== null && NEEDS_ROOM.has(command.name)) return { number, rejection: notDone(shortage) };
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
      // Else another try is on its way.
      if (this.#trouble === null) this.#announce();
    });
  }

  /** Stores what time has brought about by `now`; tells whether that was anything. */
  #passTime(now: Millis): boolean {
    if (this.#isResting) return false;
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
    if (this.#isResting) return;
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

  /** Puts the mark on disk, and sees to the reserve, which may bring or end a shortage. */
  #tend(): void {
    if (this.#failure !== undefined) return;
    try {
      this.#journal.tend();
    } catch (error) {
      this.#undo(error);
    }
    if (this.#journal.shortage !== this.#shortage) this.#around.onChanged(this.news);
  }

  /** Whoever asked is answered first; then the journal recovers, at once, and after that now and then. */
  #undo(error: unknown): void {
    const now = this.#clock.now();
    this.#retryAt = this.#trouble === null ? now : now + RETRY_EVERY;
    this.#trouble = `Nothing can be stored: ${this.#journal.tell(error)}`;
    this.#lastTrouble = { message: this.#trouble, at: wallClock() };
    this.#failure = { error };
    this.#around.onChanged(this.news);
    this.#clock.wakeAt(this.#retryAt, () => this.#keepTime());
  }

  get #isResting(): boolean {
    return this.#trouble !== null && this.#clock.now() < this.#retryAt;
  }

  /** If memory may be ahead of the file, throws it away and reads the file again (rule D3). */
  #catchUp(): void {
    if (this.#failure === undefined) return;
    this.#journal.recover(this.#failure.error);
    this.#isWriting = false;
    this.#dispatcher = this.#load();
    this.#failure = undefined;
  }

  #catchUpToRead(): void {
    if (this.#failure === undefined) return;
    if (this.#isResting) throw new Error(this.#trouble ?? "");
    try {
      this.#catchUp();
    } catch (error) {
      this.#undo(error);
      throw error;
    }
  }

  #load(): LabDispatcher {
    const { random, seed } = this.#around;
    const onChange = (change: Change, at: Millis, by: Author) => this.#write(change, at, by);
    return new LabDispatcher({ ...this.#journal.settings, random, seed, onChange }, this.#journal.load());
  }
}

const notDone = (why: string | null): Rejection => ({
  code: "STORAGE_FAILED",
  message: `Nothing was done. ${why ?? ""}`,
});

/**
 * The one owner of the lab book, and so of the dispatcher and the journal. Takes what has arrived as one batch: has
 * command after command decided and written, commits, and only then answers (rule D1). A refused command costs its
 * neighbours nothing; if anything else goes wrong the batch is undone, the journal recovers, and the state is read
 * again before anything is served (rule D3).
 */

import type { CommandName } from "../commands.ts";
import type { Millis } from "../model.ts";
import type { Rejection } from "../rejected.ts";
import { SMALLEST_JUMP, type Clock } from "./clock.ts";
import type { Journal, Notice } from "./journal.ts";
import { LabBook, type LabBookOptions, type Perform } from "./lab-book.ts";
import { jumpInWords, MOST_NOTICES } from "./notices.ts";
import type { LabNews, LabNotice, Reply } from "./protocol.ts";

/** While something is to happen by itself, the running time is stored this often, so that a crash costs little of it. */
const KEEP_TIME_EVERY = 30_000;
/** Mark and reserve are looked after this often (rule D3). */
const TEND_EVERY = 1_000;
/** While nothing can be stored, it is tried again this often: reading a large file again and again helps nobody. */
const RETRY_EVERY = 2_000;

/** An idle lab writes no more often. */
const FORGET_EVERY = 3_600_000;

const STORAGE_FAILED: Rejection = {
  code: "STORAGE_FAILED",
  message:
    "The database could not be written, so it is not known whether this was done. Ask again with the same request id: it is done once at most.",
};

/** What asks for work or room that a full disk doesn't have; all else finishes what was begun, or is asked by people. */
const NEEDS_ROOM: ReadonlySet<CommandName> = new Set(["submit", "submitMany", "claim"]);

interface Surroundings extends LabBookOptions {
  readonly makeClock: (from: Millis) => Clock;
  readonly onChanged: (lab: LabNews) => void;
}

export class Actor {
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #book: LabBook;
  readonly #onChanged: (lab: LabNews) => void;
  #notices: readonly LabNotice[] = [];
  /** Why the last batch could not be stored; null once one has been. */
  #trouble: string | null = null;
  /** While there is trouble, nothing is tried before this running time. */
  #retryAt: Millis = 0;
  /** What there is to recover from: memory may be ahead of the file. */
  #failure: { readonly error: unknown } | undefined;
  /** What was shown last of a state that is on disk. */
  #shown: Pick<LabNews, "counts" | "paused"> | undefined;
  /** As it was told last. */
  #shortage: string | null = null;

  constructor(around: Surroundings) {
    this.#journal = around.journal;
    this.#onChanged = around.onChanged;
    this.#book = new LabBook(around, () => this.#clock.wall());
    this.#clock = around.makeClock(this.#book.lab.clock);
    this.#clock.every(KEEP_TIME_EVERY, () => {
      if (this.#book.lab.nextEventAt !== undefined || this.#trouble !== null) this.#keepTime();
    });
    this.#clock.every(TEND_EVERY, () => this.#tend());
    this.#clock.every(FORGET_EVERY, () => this.#keepTime());
    this.#clock.onJump((by) => this.#noteJump(by));
    if (!around.replay) this.#noteSinceLastRun();
    this.#wakeForNextEvent();
  }

  get news(): LabNews {
    const { settings, shortage, loss } = this.#journal;
    const { counts, paused } = this.#book.lab;
    if (this.#failure === undefined) this.#shown = { counts, paused };
    this.#shortage = shortage;
    return {
      ...(this.#shown ?? { counts, paused }),
      maxFailures: settings.maxFailures,
      settings,
      notices: this.#notices,
      trouble: this.#trouble ?? shortage,
      loss,
    };
  }

  /** Does all of `batch` in one commit and gives the answers, in order. */
  handle(batch: readonly Perform[]): Reply[] {
    if (this.#isResting) return batch.map(({ number }) => ({ number, rejection: notDone(this.#trouble) }));
    try {
      this.#catchUp();
      const replies = batch.map((ask) => this.#decide(ask));
      // A move of the clock alone is stored in a replay only (rule T4).
      if (this.#book.isWriting || batch.some(({ order }) => order.now !== undefined)) {
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
    const { clock } = this.#book.lab;
    if (now >= clock && this.#trouble === null && this.#passTime(now)) this.#announce();
    return { clock: Math.max(now, clock), at: this.#clock.wall() };
  }

  close(): void {
    this.#retryAt = 0;
    this.#keepTime();
    this.#clock.stop();
    this.#journal.close();
  }

  #decide(ask: Perform): Reply {
    const { shortage } = this.#journal;
    if (shortage !== null && NEEDS_ROOM.has(ask.command.name)) {
      return { number: ask.number, rejection: notDone(shortage) };
    }
    return this.#book.decide(ask, this.#now());
  }

  /** What the run before couldn't know of. */
  #noteSinceLastRun(): void {
    const { loss } = this.#journal;
    if (loss !== null) this.#note({ kind: "lost", what: loss });
    const back = this.#clock.wall() - this.#book.lastWall;
    if (back <= -SMALLEST_JUMP) this.#noteJump(back);
  }

  #noteJump(by: Millis): void {
    this.#note({ kind: "clockJumped", by });
    this.#tell(jumpInWords(by));
    this.#announce();
  }

  #tell(text: string): void {
    this.#notices = [...this.#notices, { at: this.#clock.wall(), text }].slice(-MOST_NOTICES);
  }

  #note(notice: Notice): void {
    try {
      this.#catchUp();
      this.#book.advance(this.#now());
      this.#book.note(notice);
      this.#commit();
    } catch (error) {
      this.#undo(error);
    }
  }

  /** The engine's own time never lies behind the dispatcher's, which a replay may have moved far ahead. */
  #now(): Millis {
    return Math.max(this.#clock.now(), this.#book.lab.clock);
  }

  #commit(): void {
    this.#book.commit();
    this.#trouble = null;
  }

  #announce(): void {
    this.#onChanged(this.news);
    this.#wakeForNextEvent();
  }

  #wakeForNextEvent(): void {
    const { nextEventAt: running, nextStartAt: wall } = this.#book.lab;
    this.#clock.wakeAt({ running, wall }, () => {
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
      this.#book.advance(now);
      const isNews = this.#book.isWriting;
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
      this.#book.advance(this.#now());
      const isNews = this.#book.isWriting || this.#trouble !== null;
      this.#book.forgetOldAnswers();
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
    if (this.#journal.shortage !== this.#shortage) this.#onChanged(this.news);
  }

  /** Whoever asked is answered first; then the journal recovers, at once, and after that now and then. */
  #undo(error: unknown): void {
    const now = this.#clock.now();
    const isNew = this.#trouble === null;
    this.#retryAt = isNew ? now : now + RETRY_EVERY;
    this.#trouble = `Nothing can be stored: ${this.#journal.tell(error)}`;
    // For people who come when it is over.
    if (isNew) this.#tell(this.#trouble);
    this.#failure = { error };
    this.#onChanged(this.news);
    this.#clock.wakeAt({ running: this.#retryAt, wall: undefined }, () => this.#keepTime());
  }

  get #isResting(): boolean {
    return this.#trouble !== null && this.#clock.now() < this.#retryAt;
  }

  #catchUp(): void {
    if (this.#failure === undefined) return;
    this.#book.recover(this.#failure.error);
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
}

const notDone = (why: string | null): Rejection => ({
  code: "STORAGE_FAILED",
  message: `Nothing was done. ${why ?? ""}`,
});

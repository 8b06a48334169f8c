/**
 * The one owner of the dispatcher and the journal. Takes what has arrived as one batch: decide command after command,
 * write each change as it is made, commit, and only then answer (rule D1). A refused command leaves nothing behind
 * but what time brought about (rule T3), and costs its neighbours nothing; if anything else goes wrong the batch is
 * undone and the state read again.
 */

import type { Author, Change } from "../changes.ts";
import { perform, type Command, type CommandName } from "../commands.ts";
import { LabDispatcher } from "../dispatcher.ts";
import type { JobId, Millis } from "../model.ts";
import { Rejected, type Rejection } from "../rejected.ts";
import { SMALLEST_JUMP, type Clock } from "./clock.ts";
import { circumstancesOf } from "./circumstances.ts";
import { ENGINE, type Journal, type Told } from "./journal.ts";
import { isLate, lateHold } from "./late.ts";
import { jumpInWords, MOST_NOTICES } from "./notices.ts";
import type { Ask, LabNews, LabNotice, Order, Reply } from "./protocol.ts";
import { answerOf, KEPT_FOR, repeatedAnswer, requestOf } from "./requests.ts";

/** Of every command its own. */
type Answer = Extract<Reply, { value: unknown }>["value"];

type Perform = Extract<Ask, { to: "perform" }>;

/** While something is to happen by itself, the running time is stored this often, so that a crash costs little of it. */
const KEEP_TIME_EVERY = 30_000;

/** An idle lab writes no more often. */
const FORGET_EVERY = 3_600_000;

const STORAGE_FAILED: Rejection = {
  code: "STORAGE_FAILED",
  message:
    "The database could not be written, so it is not known whether this was done. Look, or repeat it with the same request id.",
};

const NO_ORDER: Order = { actor: ENGINE };

interface Surroundings {
  readonly journal: Journal;
  readonly makeClock: (from: Millis) => Clock;
  /** Time comes with each command. */
  readonly replay: boolean;
  readonly random: (() => number) | undefined;
  readonly seed: number;
  readonly onChanged: (lab: LabNews) => void;
}

export class Actor {
  readonly #around: Surroundings;
  readonly #journal: Journal;
  readonly #clock: Clock;
  #dispatcher: LabDispatcher;
  /** The command at hand, and whose it is; without one, only time goes on. */
  #command: Command | undefined;
  #order = NO_ORDER;
  #notices: readonly LabNotice[] = [];
  /** A transaction has begun: something has changed since the last commit. */
  #isWriting = false;
  /** Why the last batch could not be stored; null once one has been. */
  #trouble: string | null = null;
  /** Memory may be ahead of the file. */
  #stale = false;
  /** The time of day at the last commit before. */
  #wallAtStart = 0;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#journal = around.journal;
    this.#dispatcher = this.#load();
    this.#clock = around.makeClock(this.#dispatcher.clock);
    this.#clock.every(KEEP_TIME_EVERY, () => {
      if (this.#dispatcher.nextEventAt !== undefined || this.#trouble !== null) this.#keepTime();
    });
    this.#clock.every(FORGET_EVERY, () => this.#keepTime());
    this.#clock.onJump((by) => this.#noteJump(by));
    const back = this.#clock.wall() - this.#wallAtStart;
    if (back <= -SMALLEST_JUMP && !around.replay) this.#noteJump(back);
    this.#wakeForNextEvent();
  }

  get news(): LabNews {
    const { settings } = this.#journal;
    const { counts, paused } = this.#dispatcher;
    const { maxFailures } = settings;
    return { counts, paused, maxFailures, settings, notices: this.#notices, trouble: this.#trouble };
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
    if (now >= this.#dispatcher.clock && this.#trouble === null && this.#passTime(now)) this.#announce();
    return { clock: Math.max(now, this.#dispatcher.clock), at: this.#clock.wall() };
  }

  close(): void {
    this.#keepTime();
    this.#clock.stop();
    this.#journal.close();
  }

  #decide({ number, command, order }: Perform): Reply {
    try {
      this.#command = command;
      this.#order = order;
      return { number, value: this.#answer(command, order) as Answer };
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      this.#noteIfLate(error);
      return { number, rejection: error.toRejection() };
    } finally {
      this.#command = undefined;
      this.#order = NO_ORDER;
    }
  }

  #answer(command: Command, order: Order): unknown {
    const { actor, reason, now = this.#now() } = order;
    const request = requestOf(command, order);
    const earlier = request && this.#journal.answerTo(request);
    if (request && earlier) {
      this.#dispatcher.advance(now);
      return repeatedAnswer(request, earlier, command, this.#dispatcher);
    }
    const value = perform<CommandName>(this.#dispatcher, command, now, { actor, reason });
    const answered = request && answerOf(request, command, value);
    if (request && answered) {
      this.#beginIfNeeded();
      this.#journal.remember(request, answered, now);
    }
    return value;
  }

  /** Rule Q5: whoever says too late that a step is done is refused, but is heard. */
  #noteIfLate(refusal: Rejected): void {
    const { clock } = this.#dispatcher;
    const job = isLate(refusal, this.#command) ? this.#dispatcher.inner.get(this.#command.id) : undefined;
    if (!job || !isLate(refusal, this.#command)) return;
    const { token } = this.#command;
    this.#write({ kind: "late", job, token }, clock, undefined);
    const holder = this.#journal.settings.holdLate ? this.#journal.holderOf(job) : undefined;
    const reason = lateHold(job, token, holder, this.#order);
    if (reason === undefined) return;
    this.#order = { actor: ENGINE, reason };
    this.#dispatcher.operate({ name: "hold", id: job.id }, clock, this.#order);
  }

  #noteJump(by: Millis): void {
    try {
      this.#catchUp();
      this.#write({ kind: "clockJumped", by }, this.#now(), "clock");
      this.#dispatcher.advance(this.#now());
      this.#commit();
      this.#notices = [...this.#notices, { at: this.#clock.wall(), text: jumpInWords(by) }].slice(
        -MOST_NOTICES,
      );
      this.#announce();
    } catch (error) {
      this.#undo(error);
    }
  }

  /** At once, while the job is as this change left it: a later one of the same call may make it another claim. */
  #write(told: Told, clock: Millis, by: Author): void {
    this.#beginIfNeeded();
    const [command, order] = by === "clock" ? [undefined, NO_ORDER] : [this.#command, this.#order];
    this.#journal.append(told, circumstancesOf(told, command, order, { clock, at: this.#clock.wall() }));
  }

  #beginIfNeeded(): void {
    if (!this.#isWriting) this.#journal.begin();
    this.#isWriting = true;
  }

  /** The engine's own time never lies behind the dispatcher's, which a replay may have moved far ahead. */
  #now(): Millis {
    return Math.max(this.#clock.now(), this.#dispatcher.clock);
  }

  #commit(): void {
    this.#beginIfNeeded();
    this.#journal.commit(this.#dispatcher.counters, this.#clock.wall());
    this.#isWriting = false;
    this.#trouble = null;
    this.#dispatcher.forgetFinished();
  }

  #announce(): void {
    this.#around.onChanged(this.news);
    this.#wakeForNextEvent();
  }

  #wakeForNextEvent(): void {
    const { nextEventAt: running, nextStartAt: wall } = this.#dispatcher;
    this.#clock.wakeAt({ running, wall }, () => {
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
      if (now >= this.#dispatcher.clock) this.#dispatcher.advance(now);
      const isNews = this.#isWriting || this.#trouble !== null;
      this.#beginIfNeeded();
      this.#journal.forgetAnswers(now - KEPT_FOR);
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
    const { random, seed, replay } = this.#around;
    const { settings } = this.#journal;
    const stored = this.#journal.load();
    this.#wallAtStart = stored.wall;
    const onChange = (change: Change, at: Millis, by: Author) => this.#write(change, at, by);
    const finished = (id: JobId) => this.#journal.find(id);
    // In a replay the time that comes with a command is both clocks.
    const clocks = replay ? {} : { wallClock: () => this.#clock.wall() };
    return new LabDispatcher({ ...settings, ...clocks, random, seed, onChange, finished }, stored);
  }
}

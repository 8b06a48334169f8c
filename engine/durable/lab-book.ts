/**
 * The dispatcher with the journal behind it: does a command and writes down each change as it is made, in the
 * transaction of the batch at hand. A refused command leaves nothing behind but what time brought about (rule T3).
 */

import type { Author, Change } from "../changes.ts";
import { perform, type Command, type CommandName } from "../commands.ts";
import { LabDispatcher } from "../dispatcher.ts";
import type { JobId, Millis } from "../model.ts";
import { Rejected } from "../rejected.ts";
import { circumstancesOf } from "./circumstances.ts";
import { ENGINE, type Journal, type Notice, type Told } from "./journal.ts";
import { isLate, lateHold } from "./late.ts";
import type { Ask, Order, Reply } from "./protocol.ts";
import { answerOf, KEPT_FOR, repeatedAnswer, requestOf } from "./requests.ts";

export type Perform = Extract<Ask, { to: "perform" }>;

/** Of every command its own. */
type Answer = Extract<Reply, { value: unknown }>["value"];

const NO_ORDER: Order = { actor: ENGINE };

export interface LabBookOptions {
  readonly journal: Journal;
  /** Time comes with each command. */
  readonly replay: boolean;
  readonly random: (() => number) | undefined;
  readonly seed: number;
}

export class LabBook {
  readonly #options: LabBookOptions;
  readonly #journal: Journal;
  readonly #wall: () => Millis;
  #dispatcher: LabDispatcher;
  /** The command at hand, and whose it is; without one, only time goes on. */
  #command: Command | undefined;
  #order = NO_ORDER;
  #isWriting = false;
  /** The time of day at the last commit of the run before. */
  #lastWall = 0;

  /** `wall` gives the time of day; it isn't asked before the first command. */
  constructor(options: LabBookOptions, wall: () => Millis) {
    this.#options = options;
    this.#journal = options.journal;
    this.#wall = wall;
    this.#dispatcher = this.#load();
  }

  get lab(): LabDispatcher {
    return this.#dispatcher;
  }

  /** A transaction has begun: something has changed since the last commit. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  get lastWall(): Millis {
    return this.#lastWall;
  }

  /** `now`: where the order tells none. */
  decide({ number, command, order }: Perform, now: Millis): Reply {
    try {
      this.#command = command;
      this.#order = order;
      return { number, value: this.#answer(command, order, order.now ?? now) as Answer };
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      this.#noteIfLate(error);
      return { number, rejection: error.toRejection() };
    } finally {
      this.#command = undefined;
      this.#order = NO_ORDER;
    }
  }

  /** Lets time go on to `now`. */
  advance(now: Millis): void {
    this.#dispatcher.advance(now);
  }

  note(notice: Notice): void {
    this.#write(notice, this.#dispatcher.clock, "clock");
  }

  forgetOldAnswers(): void {
    this.#begin();
    this.#journal.forgetAnswers(this.#dispatcher.clock - KEPT_FOR);
  }

  commit(): void {
    this.#begin();
    this.#journal.commit(this.#dispatcher.counters, this.#wall());
    this.#isWriting = false;
    this.#dispatcher.forgetFinished();
  }

  /** After `error`: throws memory away, which may be ahead of the file, and reads the file again (rule D3). */
  recover(error: unknown): void {
    this.#journal.recover(error);
    this.#isWriting = false;
    this.#dispatcher = this.#load();
  }

  #answer(command: Command, order: Order, now: Millis): unknown {
    const { actor, reason } = order;
    const request = requestOf(command, order);
    const earlier = request && this.#journal.answerTo(request);
    if (request && earlier) {
      this.#dispatcher.advance(now);
      return repeatedAnswer(request, earlier, command, this.#dispatcher);
    }
    const value = perform<CommandName>(this.#dispatcher, command, now, { actor, reason });
    const answered = request && answerOf(request, command, value);
    if (request && answered) {
      this.#begin();
      this.#journal.remember(request, answered, now);
    }
    return value;
  }

  /** Rule Q5: whoever says too late that a step is done is refused, but is heard. */
  #noteIfLate(refusal: Rejected): void {
    const command = this.#command;
    if (!isLate(refusal, command)) return;
    const job = this.#dispatcher.inner.get(command.id);
    if (job === undefined) return;
    const { clock } = this.#dispatcher;
    this.#write({ kind: "late", job, token: command.token }, clock, undefined);
    const holder = this.#journal.settings.holdLate ? this.#journal.holderOf(job) : undefined;
    const reason = lateHold(job, command.token, holder, this.#order);
    if (reason === undefined) return;
    this.#order = { actor: ENGINE, reason };
    this.#dispatcher.operate({ name: "hold", id: job.id }, clock, { reason });
  }

  /** At once, while the job is as this change left it: a later one of the same call may make it another claim. */
  #write(told: Told, clock: Millis, by: Author): void {
    this.#begin();
    const [command, order] = by === "clock" ? [undefined, NO_ORDER] : [this.#command, this.#order];
    this.#journal.append(told, circumstancesOf(told, command, order, { clock, at: this.#wall() }));
  }

  #begin(): void {
    if (!this.#isWriting) this.#journal.begin();
    this.#isWriting = true;
  }

  #load(): LabDispatcher {
    const { random, seed, replay } = this.#options;
    const { settings } = this.#journal;
    const stored = this.#journal.load();
    this.#lastWall = stored.wall;
    const onChange = (change: Change, at: Millis, by: Author) => this.#write(change, at, by);
    const finished = (id: JobId) => this.#journal.find(id);
    // In a replay the time that comes with a command is both clocks.
    const clocks = replay ? {} : { wallClock: this.#wall };
    return new LabDispatcher({ ...settings, ...clocks, random, seed, onChange, finished }, stored);
  }
}

/**
 * The one owner of the dispatcher and the journal. Takes what has arrived as one batch: begin, decide and write
 * command after command, commit, and only then answer (rule D1). A refused command leaves nothing behind and
 * costs its neighbours nothing; if anything else goes wrong the batch is undone and the state read again.
 */

import { perform, type CommandName } from "../commands.ts";
import type { Change } from "../changes.ts";
import { LabDispatcher } from "../dispatcher.ts";
import { Rejected, type Rejection } from "../rejected.ts";
import { wallClock, type Clock } from "./clock.ts";
import type { Journal } from "./journal.ts";
import type { Ask, LabNews, Reply } from "./protocol.ts";

type Perform = Extract<Ask, { to: "perform" }>;

/** While jobs wait, the running time is stored this often, so that a crash costs them little. */
const KEEP_TIME_EVERY = 30_000;

const STORAGE_FAILED: Rejection = {
  code: "STORAGE_FAILED",
  message:
    "The database could not be written, so it is not known whether this was done. Look, then try again.",
};

export class Actor {
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #onChanged: (lab: LabNews) => void;
  #dispatcher: LabDispatcher;
  /** What the command at hand has changed so far. */
  #changes: Change[] = [];
  /** Why the last batch could not be stored; null once one has been. */
  #trouble: string | null = null;
  /** Memory may be ahead of the file. */
  #stale = false;

  constructor(journal: Journal, makeClock: (from: number) => Clock, onChanged: (lab: LabNews) => void) {
    this.#journal = journal;
    this.#onChanged = onChanged;
    this.#dispatcher = this.#load();
    this.#clock = makeClock(this.#dispatcher.clock);
    this.#clock.every(KEEP_TIME_EVERY, () => {
      if (this.#dispatcher.nextEligibleAt !== undefined || this.#trouble !== null) this.#keepTime();
    });
    this.#wakeWhenNextIsReady();
  }

  get news(): LabNews {
    return {
      counts: this.#dispatcher.counts,
      maxFailures: this.#journal.maxFailures,
      trouble: this.#trouble,
    };
  }

  /** Does all of `batch` in one commit and gives the answers, in order. */
  handle(batch: readonly Perform[]): Reply[] {
    try {
      if (this.#stale) this.#reload();
      this.#journal.begin();
      let changes = 0;
      const replies = batch.map((ask) => {
        this.#changes = [];
        const reply = this.#decide(ask);
        this.#write(ask);
        changes += this.#changes.length;
        return reply;
      });
      // A move of the clock alone is stored in a replay only (rule T4).
      const stores = changes > 0 || batch.some(({ order }) => order.now !== undefined);
      if (stores) this.#commit();
      else this.#journal.rollback();
      if (stores) this.#announce();
      return replies;
    } catch (error) {
      this.#undo(error);
      return batch.map(({ number }) => ({ number, rejection: STORAGE_FAILED }));
    }
  }

  /** The instant for a reading, with every job ready whose time has come. */
  look(): { clock: number; at: number } {
    this.#dispatcher.advance(this.#now(undefined));
    return { clock: this.#dispatcher.clock, at: wallClock() };
  }

  close(): void {
    this.#keepTime();
    this.#clock.stop();
    this.#journal.close();
  }

  #decide({ number, command, order }: Perform): Reply {
    try {
      return {
        number,
        value: perform<CommandName>(this.#dispatcher, command, this.#now(order.now)),
      };
    } catch (error) {
      if (error instanceof Rejected) return { number, rejection: error.toRejection() };
      throw error;
    }
  }

  #write({ order: { actor, reason } }: Perform): void {
    if (this.#changes.length === 0) return;
    this.#journal.append(this.#changes, {
      actor,
      reason: reason ?? null,
      clock: this.#dispatcher.clock,
      at: wallClock(),
    });
  }

  /** The engine's own time never lies behind the dispatcher's, which a replay may have moved far ahead. */
  #now(given: number | undefined): number {
    return given ?? Math.max(this.#clock.now(), this.#dispatcher.clock);
  }

  #commit(): void {
    this.#journal.commit(this.#dispatcher.counters);
    this.#trouble = null;
  }

  #announce(): void {
    this.#onChanged(this.news);
    this.#wakeWhenNextIsReady();
  }

  #wakeWhenNextIsReady(): void {
    const next = this.#dispatcher.nextEligibleAt;
    if (next === undefined) return;
    this.#clock.wakeAt(next, () => {
      this.look();
      this.#announce();
    });
  }

  #keepTime(): void {
    try {
      if (this.#stale) this.#reload();
      this.look();
      const wasInTrouble = this.#trouble !== null;
      this.#journal.begin();
      this.#commit();
      if (wasInTrouble) this.#announce();
    } catch (error) {
      this.#undo(error);
    }
  }

  #undo(error: unknown): void {
    this.#trouble = `Nothing can be stored: ${error instanceof Error ? error.message : String(error)}.`;
    this.#stale = true;
    try {
      this.#reload();
    } catch {
      // It stays stale, and the next batch tries again before anything else.
    }
    this.#onChanged(this.news);
  }

  /** Throws memory away and reads the file again (rule D3). */
  #reload(): void {
    this.#journal.rollback();
    this.#dispatcher = this.#load();
    this.#stale = false;
  }

  #load(): LabDispatcher {
    const { maxFailures } = this.#journal;
    const onChange = (change: Change) => this.#changes.push(change);
    return new LabDispatcher({ maxFailures, onChange }, this.#journal.load());
  }
}

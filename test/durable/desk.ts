/** An actor on a file of its own, with clocks that go on when the test says so, and what another process would see of it. */

import Database from "better-sqlite3";
import { Actor } from "../../engine/durable/actor.ts";
import type { Clock, WakeAt } from "../../engine/durable/clock.ts";
import type { Journal, LabSettings } from "../../engine/durable/journal.ts";
import type { LabNews, Order } from "../../engine/durable/protocol.ts";
import type { LabDatabase } from "../../engine/durable/sqlite/database.ts";
import { SqliteJournal } from "../../engine/durable/sqlite/journal.ts";
import { openDatabase } from "../../engine/durable/sqlite/open.ts";
import type { Command } from "../../engine/index.ts";
import { test as base } from "./durable-test.ts";

const SETTINGS: LabSettings = {
  maxFailures: 3,
  lease: null,
  retryPosition: "original",
  onExpiry: "retry",
  holdLate: true,
};

class HandClock implements Clock {
  time = 0;
  day = 1_000_000;
  wake: (WakeAt & { readonly task: () => void }) | undefined;
  jump: (by: number) => void = () => {};
  readonly periodic: (() => void)[] = [];

  now(): number {
    return this.time;
  }

  wall(): number {
    return this.day;
  }

  wakeAt(at: WakeAt, task: () => void): void {
    this.wake = { ...at, task };
  }

  onJump(task: (by: number) => void): void {
    this.jump = task;
  }

  every(_period: number, task: () => void): void {
    this.periodic.push(task);
  }

  stop(): void {}
}

export class Desk {
  readonly news: { readonly lab: LabNews; readonly stored: readonly unknown[] }[] = [];
  clock = new HandClock();
  actor: Actor;
  readonly #file: string;
  readonly #replay: boolean;
  database: LabDatabase;
  #journal: Journal;
  #other: Database.Database;

  constructor(
    file: string,
    { replay = false, ...settings }: Partial<LabSettings> & { replay?: boolean } = {},
  ) {
    this.#file = file;
    this.#replay = replay;
    this.database = openDatabase(file, {});
    this.#journal = new SqliteJournal(this.database, { ...SETTINGS, ...settings });
    this.#other = new Database(file);
    this.actor = this.#open();
  }

  /** The answer, or the code of the refusal. */
  give(command: Command, order: Partial<Order> = {}): unknown {
    return this.giveAll([command], order)[0];
  }

  /** In one batch. */
  giveAll(commands: readonly Command[], order: Partial<Order> = {}): unknown[] {
    const asks = commands.map((command, number) => {
      return { to: "perform", number, command, order: { actor: "tecan", ...order } } as const;
    });
    return this.actor.handle(asks).map((reply) => ("value" in reply ? reply.value : reply.rejection.code));
  }

  /** A new start, at which the wall clock shows `day`. */
  restart({ day = this.clock.day, killed = false } = {}): void {
    if (killed) this.#journal.close();
    else this.actor.close();
    this.database = openDatabase(this.#file, {});
    this.#journal = new SqliteJournal(this.database, SETTINGS);
    this.clock = new HandClock();
    this.clock.day = day;
    this.actor = this.#open();
  }

  /** The events that are on disk, but for submissions and claims. */
  get stored(): unknown[] {
    return this.rows(
      `SELECT kind, actor, reason, event.clock FROM event
       WHERE kind NOT IN ('submitted', 'claimed') ORDER BY seq`,
    );
  }

  get storedClock(): unknown {
    return this.#other.prepare("SELECT clock FROM lab").pluck().get();
  }

  /** What another process reads. */
  rows(sql: string): unknown[] {
    return this.#other.prepare(sql).raw().all();
  }

  /** Nobody else can write meanwhile. */
  blocking(act: () => void): void {
    this.#other.exec("BEGIN IMMEDIATE");
    act();
    this.#other.exec("ROLLBACK");
  }

  close(): void {
    if (!this.#other.open) return;
    this.actor.close();
    this.#other.close();
  }

  #open(): Actor {
    return new Actor({
      journal: this.#journal,
      makeClock: (from) => {
        this.clock.time = from;
        return this.clock;
      },
      replay: this.#replay,
      random: undefined,
      seed: 0,
      onChanged: (lab) => this.news.push({ lab, stored: this.stored }),
    });
  }
}

/** With a desk of its own, that is closed when the test ends. */
export const test = base.extend<{ readonly desk: Desk }>({
  desk: async ({ file }, use) => {
    const desk = new Desk(file);
    await use(desk);
    desk.close();
  },
});

/**
 * The durable engine as the rest of the process sees it: commands are answered once they are on disk, readings
 * see committed state only, and nothing here waits for the disk (rule D1).
 */

import { Worker } from "node:worker_threads";
import type { Command, CommandName, ResultOf } from "../commands.ts";
import type { LabOptions } from "../lab-options.ts";
import { isAbsent } from "../arguments.ts";
import { checkLabOptions } from "../lab-options.ts";
import { Rejected } from "../rejected.ts";
import type { LabSettings } from "./journal.ts";
import type {
  Ask,
  LabNews,
  News,
  Order,
  Reading,
  ReadingName,
  Readings,
  Reply,
  Said,
  Startup,
} from "./protocol.ts";
import { DatabaseRefused } from "./sqlite/refused.ts";

/**
 * The settings are those of a new file; an old one keeps its own. Absent, three failures lead to quarantine, and a
 * job whose lease expired is held until somebody has looked at it, but in a replay (rule L6).
 */
export interface DurableOptions extends Partial<Pick<LabOptions, "lease" | "retryPosition" | "onExpiry">> {
  /** The database; made if there is none. */
  readonly file: string;
  readonly maxFailures?: number | undefined;
  /** Whether a job is held whose robot says too late that it completed it (rule Q5); so it is, but in a replay. */
  readonly holdLate?: boolean | undefined;
  /** Time comes with each command, and every move of it is stored. */
  readonly replay?: boolean;
  /** Path of the compiled SQLite addon, where the package's own doesn't fit the runtime. */
  readonly nativeBinding?: string | undefined;
  /** The actor's thread as a bundle; its source if absent. */
  readonly workerFile?: string | URL;
}

/** The thread takes a message whole: longer ones would make its batches longer than it means them to be. */
const MOST_IN_A_MESSAGE = 128;

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

export class DurableLab {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Set<() => void>();
  /** Asked, but not sent yet. */
  readonly #outbox: Ask[] = [];
  #asked = 0;
  #closing: Promise<void> | undefined;
  #ended = false;
  #news: LabNews;

  /**
   * Opens the database, making it if there is none.
   * @throws DatabaseRefused with a sentence that says what to do; the file is untouched then
   * @throws Rejected INVALID_ARGUMENT for settings that can't be meant
   */
  static async open(options: DurableOptions): Promise<DurableLab> {
    const { file, replay = false, nativeBinding } = options;
    const settings = settingsIn(options);
    checkLabOptions(settings);
    const startup: Startup = { file, settings, replay, nativeBinding };
    const worker = new Worker(options.workerFile ?? new URL("worker.ts", import.meta.url), {
      workerData: startup,
    });
    return new Promise((resolve, reject) => {
      worker.once("error", reject);
      worker.once("message", ([news]: [News]) => {
        worker.off("error", reject);
        if (news.news === "refused") reject(new DatabaseRefused(news.message, news));
        else resolve(new DurableLab(worker, news.lab));
      });
    });
  }

  private constructor(worker: Worker, news: LabNews) {
    this.#worker = worker;
    this.#news = news;
    worker.on("message", (all: readonly Said[]) => this.#hear(all));
    worker.on("error", (error: Error) => this.#end(error.message));
    worker.on("exit", () => this.#end("its thread has ended"));
  }

  /** As of the last commit. */
  get news(): LabNews {
    return this.#news;
  }

  /**
   * Does what `command` says; settles when it is on disk. It is sent once the running task has ended: until then, leave
   * it as it is.
   * @throws Rejected as the dispatcher does, or STORAGE_FAILED: then the outcome is unknown
   */
  perform<N extends CommandName>(command: Command<N>, order: Order): Promise<ResultOf<N>> {
    const wrong = wrongIn(order) ?? (isAbsent(command) ? bad("command", "Name a command.") : undefined);
    if (wrong) return Promise.reject(wrong);
    return this.#ask({ to: "perform", command: command as Command, order });
  }

  /** @throws Rejected UNKNOWN_JOB, STORAGE_FAILED */
  read<N extends ReadingName>(reading: Reading<N>): Promise<Readings[N]["gives"]> {
    return this.#ask({ to: "read", reading: reading as Reading });
  }

  /** Calls `listener` after each commit that changed something, and when time has made a job ready or ended a claim. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Settles when all that was asked before is done and the file is closed, or the thread has ended by itself. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.#ask({ to: "close" }).catch(() => {});
    await this.#worker.terminate();
  }

  #ask<T>(ask: DistributiveOmit<Ask, "number">): Promise<T> {
    if (this.#ended || this.#closing)
      return Promise.reject(failed("The engine is closed; nothing was done."));
    const number = (this.#asked += 1);
    if (this.#outbox.push({ ...ask, number }) === 1) process.nextTick(() => this.#send());
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
    });
  }

  /** What was asked in one go, by callers who had their answers from one message, leaves as one message too. */
  #send(): void {
    const asks = this.#outbox.splice(0);
    for (let from = 0; from < asks.length; from += MOST_IN_A_MESSAGE) {
      const some = asks.slice(from, from + MOST_IN_A_MESSAGE);
      try {
        this.#worker.postMessage(some);
      } catch {
        // One that can't be sent must cost the others nothing.
        for (const ask of some) this.#sendAlone(ask);
      }
    }
  }

  #sendAlone(ask: Ask): void {
    try {
      this.#worker.postMessage([ask]);
    } catch (error) {
      const wrong = bad("command", `This is no plain data (${(error as Error).message}).`);
      this.#pending.get(ask.number)?.reject(wrong);
      this.#pending.delete(ask.number);
    }
  }

  #hear(all: readonly Said[]): void {
    for (const said of all) {
      if (!("news" in said)) this.#settle(said);
      else if (said.news !== "refused") this.#news = said.lab;
    }
    // Last, since a listener that throws must leave nobody without an answer.
    if (all.some((said) => "news" in said)) for (const listener of this.#listeners) listener();
  }

  #settle(reply: Reply): void {
    const pending = this.#pending.get(reply.number);
    this.#pending.delete(reply.number);
    if ("rejection" in reply) pending?.reject(new Rejected(reply.rejection));
    else pending?.resolve(reply.value as never);
  }

  /** The thread is gone: nobody will answer what is open. */
  #end(why: string): void {
    if (this.#ended) return;
    this.#ended = true;
    const failure = failed(`The engine has stopped: ${why}. It is not known whether this was done.`);
    for (const { reject } of this.#pending.values()) reject(failure);
    this.#pending.clear();
    if (this.#closing) return;
    this.#news = { ...this.#news, trouble: `The engine has stopped: ${why}. Start the app again.` };
    for (const listener of this.#listeners) listener();
  }
}

const settingsIn = ({
  maxFailures,
  lease,
  retryPosition,
  onExpiry,
  holdLate,
  replay,
}: DurableOptions): LabSettings => ({
  maxFailures: maxFailures ?? 3,
  lease: lease ?? null,
  retryPosition: retryPosition ?? "original",
  onExpiry: onExpiry ?? (replay ? "retry" : "inspect"),
  holdLate: holdLate ?? !replay,
});

const bad = (field: string, message: string): Rejected =>
  new Rejected({ code: "INVALID_ARGUMENT", message, field });

const LONGEST_REQUEST_ID = 200;

/** What is wrong with who gives a command, and why: both are written down with it. */
function wrongIn(order: Order | null | undefined): Rejected | undefined {
  const { actor, reason, requestId } = (order ?? {}) as Readonly<Partial<Record<keyof Order, unknown>>>;
  if (typeof actor !== "string" || actor === "") {
    return bad("actor", "A command is given by somebody: name the actor.");
  }
  if (!isAbsent(reason) && typeof reason !== "string") return bad("reason", "The reason is a text.");
  for (const [field, text] of Object.entries({ actor, reason, requestId })) {
    // No file holds it faithfully, so that the event's hash would not be that of what was stored (rule D4).
    if (typeof text === "string" && !text.isWellFormed()) {
      return bad(field, "This text holds half a character (a lone surrogate). Type it again.");
    }
  }
  const isName = typeof requestId === "string" && requestId !== "" && requestId.length <= LONGEST_REQUEST_ID;
  if (isAbsent(requestId) || isName) return undefined;
  return bad("requestId", `A request id is a text of 1 to ${String(LONGEST_REQUEST_ID)} characters.`);
}

const failed = (message: string): Rejected => new Rejected({ code: "STORAGE_FAILED", message });

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/**
 * The durable engine as the rest of the process sees it: commands are answered once they are on disk, readings
 * see committed state only, and nothing here waits for the disk (rule D1).
 */

import { MessageChannel, Worker, type MessagePort } from "node:worker_threads";
import type { Command, CommandName, ResultOf } from "../commands.ts";
import type { LabOptions } from "../lab-options.ts";
import { isAbsent } from "../arguments.ts";
import { checkLabOptions } from "../lab-options.ts";
import { Rejected } from "../rejected.ts";
import type { LabSettings } from "./journal.ts";
import type {
  Ask,
  LabNews,
  Look,
  LookAsk,
  News,
  Order,
  Reading,
  ReadingName,
  Readings,
  Reply,
  Startup,
} from "./protocol.ts";
import { ReadingThread } from "./reading-thread.ts";
import { DatabaseRefused } from "./sqlite/refused.ts";

/**
 * The settings are those of a new file; an old one keeps its own. Absent, three failures lead to quarantine, and a
 * job whose lease expired is held until somebody has looked at it, but in a replay (rule L6).
 */
export interface DurableOptions extends Partial<Pick<LabOptions, "lease" | "retryPosition" | "onExpiry">> {
  /** The database; made if there is none. */
  readonly file: string;
  readonly maxFailures?: number | undefined;
  /** Time comes with each command, and every move of it is stored. */
  readonly replay?: boolean;
  /** Path of the compiled SQLite addon, where the package's own doesn't fit the runtime. */
  readonly nativeBinding?: string | undefined;
  /** The actor's thread as a bundle; its source if absent. */
  readonly workerFile?: string | URL;
  /** The readers' thread as a bundle; its source if absent. */
  readonly readerFile?: string | URL;
}

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

export class DurableLab {
  readonly #worker: Worker;
  readonly #looks: MessagePort;
  readonly #reader: ReadingThread;
  readonly #readings = new Set<Promise<unknown>>();
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Set<() => void>();
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
    const { port1: looks, port2 } = new MessageChannel();
    looks.unref();
    const startup: Startup = { file, settings, replay, nativeBinding, looks: port2 };
    const worker = new Worker(options.workerFile ?? new URL("worker.ts", import.meta.url), {
      workerData: startup,
      transferList: [port2],
    });
    const readerFile = options.readerFile ?? new URL("reader.ts", import.meta.url);
    return new Promise((resolve, reject) => {
      worker.once("error", reject);
      worker.once("message", (news: News) => {
        worker.off("error", reject);
        if (news.news === "refused") reject(new DatabaseRefused(news.message, news));
        else {
          const { maxFailures } = news.lab;
          const reader = new ReadingThread(readerFile, { file, maxFailures, nativeBinding });
          resolve(new DurableLab(worker, looks, reader, news.lab));
        }
      });
    });
  }

  private constructor(worker: Worker, looks: MessagePort, reader: ReadingThread, news: LabNews) {
    this.#worker = worker;
    this.#looks = looks;
    this.#reader = reader;
    this.#news = news;
    worker.on("message", (message: Reply | News) => {
      if ("news" in message) this.#hear(message);
      else this.#settle(message);
    });
    worker.on("error", (error: Error) => this.#end(error.message));
    worker.on("exit", () => this.#end("its thread has ended"));
  }

  /** As of the last commit. */
  get news(): LabNews {
    return this.#news;
  }

  /**
   * Does what `command` says; settles when it is on disk.
   * @throws Rejected as the dispatcher does, or STORAGE_FAILED: then the outcome is unknown
   */
  perform<N extends CommandName>(command: Command<N>, order: Order): Promise<ResultOf<N>> {
    const wrong = wrongIn(order) ?? (isAbsent(command) ? bad("command", "Name a command.") : undefined);
    if (wrong) return Promise.reject(wrong);
    return this.#ask((number) =>
      this.#worker.postMessage({ to: "perform", number, command: command as Command, order } satisfies Ask),
    );
  }

  /**
   * Reads what is committed, with states as of now: everything that was answered before is seen.
   * @throws Rejected UNKNOWN_JOB, INVALID_ARGUMENT, STORAGE_FAILED
   */
  read<N extends ReadingName>(reading: Reading<N>): Promise<Readings[N]["gives"]> {
    const answer = this.#look().then((look) => this.#reader.read(reading, look));
    this.#readings.add(answer);
    const forget = () => this.#readings.delete(answer);
    answer.then(forget, forget);
    return answer;
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
    // The readers first: whoever closes the database last also tidies up its write-ahead log.
    await Promise.allSettled(this.#readings);
    await this.#reader.close();
    await this.#send<null>((number) => this.#worker.postMessage({ to: "close", number } satisfies Ask)).catch(
      () => {},
    );
    await this.#worker.terminate();
  }

  #look(): Promise<Look> {
    return this.#ask((number) => this.#looks.postMessage({ number } satisfies LookAsk));
  }

  #ask<T>(post: (number: number) => void): Promise<T> {
    if (this.#closing) return Promise.reject(failed("The engine is closed; nothing was done."));
    return this.#send(post);
  }

  #send<T>(post: (number: number) => void): Promise<T> {
    if (this.#ended) return Promise.reject(failed("The engine is closed; nothing was done."));
    const number = (this.#asked += 1);
    // First, since what can't be sent must not be waited for.
    try {
      post(number);
    } catch (error) {
      return Promise.reject(bad("command", `This is no plain data (${(error as Error).message}).`));
    }
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
    });
  }

  #hear(news: News): void {
    if (news.news === "refused") return;
    this.#news = news.lab;
    for (const listener of this.#listeners) listener();
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
  replay,
}: DurableOptions): LabSettings => ({
  maxFailures: maxFailures ?? 3,
  lease: lease ?? null,
  retryPosition: retryPosition ?? "original",
  onExpiry: onExpiry ?? (replay ? "retry" : "inspect"),
});

const bad = (field: string, message: string): Rejected =>
  new Rejected({ code: "INVALID_ARGUMENT", message, field });

/** What is wrong with who gives a command, and why: both are written down with it. */
function wrongIn(order: Order | null | undefined): Rejected | undefined {
  const { actor, reason } = (order ?? {}) as { readonly actor?: unknown; readonly reason?: unknown };
  if (typeof actor !== "string" || actor === "") {
    return bad("actor", "A command is given by somebody: name the actor.");
  }
  if (isAbsent(reason) || typeof reason === "string") return undefined;
  return bad("reason", "The reason is a text.");
}

const failed = (message: string): Rejected => new Rejected({ code: "STORAGE_FAILED", message });

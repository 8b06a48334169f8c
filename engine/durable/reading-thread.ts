/**
 * The readers' thread as the main thread sees it. Started with the first reading, and anew after it has failed: what
 * was being read then is refused, nothing else is lost.
 */

import { Worker } from "node:worker_threads";
import { Rejected } from "../rejected.ts";
import { ended } from "./clock.ts";
import type { Look, ReaderAsk, ReaderStartup, Reading, ReadingName, Readings, Reply } from "./protocol.ts";

/** More can't wait: whoever asks faster than is answered must be told. */
const MOST_WAITING = 1_000;

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

type WithoutNumber<A> = A extends unknown ? Omit<A, "number"> : never;

export class ReadingThread {
  readonly #source: string | URL;
  readonly #startup: ReaderStartup;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #asked = 0;
  #closing: Promise<void> | undefined;

  /** `source`: the thread's module. */
  constructor(source: string | URL, startup: ReaderStartup) {
    this.#source = source;
    this.#startup = startup;
  }

  /** @throws Rejected UNKNOWN_JOB, INVALID_ARGUMENT, STORAGE_FAILED */
  read<N extends ReadingName>(reading: Reading<N>, look: Look): Promise<Readings[N]["gives"]> {
    if (this.#closing) return Promise.reject(failed("The engine is closed; nothing was read."));
    if (this.#pending.size >= MOST_WAITING) {
      return Promise.reject(failed("Too many readings are waiting. Try again in a moment."));
    }
    return this.#ask({ to: "read", reading: reading as Reading, look });
  }

  /** Settles when what was asked before is answered and the file is let go of. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    const gone = ended(worker);
    await this.#ask({ to: "close" }).catch(() => {});
    await gone;
  }

  #ask<T>(ask: WithoutNumber<ReaderAsk>): Promise<T> {
    const worker = (this.#worker ??= this.#start());
    const number = (this.#asked += 1);
    try {
      worker.postMessage({ ...ask, number });
    } catch (error) {
      const message = `This is no plain data (${(error as Error).message}).`;
      return Promise.reject(new Rejected({ code: "INVALID_ARGUMENT", message, field: "reading" }));
    }
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#source, { workerData: this.#startup });
    worker.on("message", (reply: Reply) => this.#settle(reply));
    worker.on("error", (error: Error) => this.#end(worker, error.message));
    worker.on("exit", () => this.#end(worker, "its thread has ended"));
    return worker;
  }

  #settle(reply: Reply): void {
    const pending = this.#pending.get(reply.number);
    this.#pending.delete(reply.number);
    if ("rejection" in reply) pending?.reject(new Rejected(reply.rejection));
    else pending?.resolve(reply.value as never);
  }

  /** The next reading starts another. */
  #end(worker: Worker, why: string): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const failure = failed(`Reading has failed: ${why}. Try again; nothing was changed.`);
    for (const { reject } of this.#pending.values()) reject(failure);
    this.#pending.clear();
  }
}

const failed = (message: string): Rejected => new Rejected({ code: "STORAGE_FAILED", message });

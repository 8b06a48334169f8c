/**
 * The actor's thread as the main thread sees it: what is asked in one go leaves as one message, and everything that
 * was asked is settled once, also if the thread fails. When the inbox is long, it is said so (back-pressure).
 */

import { MessageChannel, Worker, type MessagePort } from "node:worker_threads";
import { Rejected } from "../rejected.ts";
import { ended } from "./clock.ts";
import type { Ask, LabNews, Look, LookAsk, News, Reply, Said, Startup } from "./protocol.ts";
import { DatabaseRefused } from "./sqlite/refused.ts";

/** The thread takes a message whole: longer ones would make its batches longer than it means them to be. */
const MOST_IN_A_MESSAGE = 128;
/** Some seconds' work: who asks for more than is done has to hear of it. */
const MOST_UNANSWERED = 50_000;

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

type WithoutNumber<A> = A extends unknown ? Omit<A, "number"> : never;

/** Told of every change of the news; the last ones have it that the thread has ended, and why. */
export type Hear = (news: LabNews) => void;

export class ActorThread {
  readonly #worker: Worker;
  readonly #looks: MessagePort;
  readonly #hear: Hear;
  readonly #pending = new Map<number, Pending>();
  /** Asked, but not sent yet. */
  readonly #outbox: Ask[] = [];
  #asked = 0;
  #news: LabNews;
  #isClosing = false;
  #ended = false;

  /** `source`: the thread's module. @throws DatabaseRefused, with the file untouched */
  static start(source: string | URL, startup: Omit<Startup, "looks">, hear: Hear): Promise<ActorThread> {
    const { port1: looks, port2 } = new MessageChannel();
    looks.unref();
    const workerData: Startup = { ...startup, looks: port2 };
    const worker = new Worker(source, { workerData, transferList: [port2] });
    return new Promise((resolve, reject) => {
      worker.once("error", reject);
      worker.once("message", ([news]: [News]) => {
        worker.off("error", reject);
        if (news.news === "refused") reject(new DatabaseRefused(news.message, news));
        else resolve(new ActorThread(worker, looks, hear, news.lab));
      });
    });
  }

  private constructor(worker: Worker, looks: MessagePort, hear: Hear, news: LabNews) {
    this.#worker = worker;
    this.#looks = looks;
    this.#hear = hear;
    this.#news = news;
    worker.on("message", (all: readonly Said[]) => this.#take(all));
    worker.on("error", (error: Error) => this.#end(error.message));
    worker.on("exit", () => this.#end("its thread has ended"));
  }

  /** As of the last commit. */
  get news(): LabNews {
    return this.#news;
  }

  /** Settles when it is done and on disk. @throws Rejected as the dispatcher does, STORAGE_FAILED, BUSY */
  perform<T>(ask: Omit<Extract<Ask, { to: "perform" }>, "to" | "number">): Promise<T> {
    if (this.#pending.size >= MOST_UNANSWERED) {
      const message = "More is asked than can be done. Nothing was done; try again in a moment.";
      return Promise.reject(new Rejected({ code: "BUSY", message }));
    }
    return this.#ask({ to: "perform", ...ask });
  }

  /** Waits for one batch at most, however many commands are before it. */
  look(): Promise<Look> {
    return this.#wait((number) => this.#looks.postMessage({ number } satisfies LookAsk));
  }

  /** Settles when all that was asked before is done and the file is closed, or the thread has ended by itself. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#ended) return;
    const gone = ended(this.#worker);
    await this.#ask<null>({ to: "close" }).catch(() => {});
    await gone;
  }

  #ask<T>(ask: WithoutNumber<Ask>): Promise<T> {
    return this.#wait((number) => {
      if (this.#outbox.push({ ...ask, number }) === 1) process.nextTick(() => this.#send());
    });
  }

  #wait<T>(post: (number: number) => void): Promise<T> {
    if (this.#ended) return Promise.reject(failed("The engine is closed; nothing was done."));
    const number = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
      post(number);
    });
  }

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
      const message = `This is no plain data (${(error as Error).message}).`;
      this.#pending
        .get(ask.number)
        ?.reject(new Rejected({ code: "INVALID_ARGUMENT", message, field: "command" }));
      this.#pending.delete(ask.number);
    }
  }

  #take(all: readonly Said[]): void {
    for (const said of all) {
      if (!("news" in said)) this.#settle(said);
      else if (said.news !== "refused") this.#news = said.lab;
    }
    // Last, since a listener that throws must leave nobody without an answer.
    if (all.some((said) => "news" in said)) this.#hear(this.#news);
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
    if (this.#isClosing) return;
    this.#news = { ...this.#news, trouble: `The engine has stopped: ${why}. Start the app again.` };
    this.#hear(this.#news);
  }
}

const failed = (message: string): Rejected => new Rejected({ code: "STORAGE_FAILED", message });

/**
 * The readers' thread: answers readings one after another on a connection that can't write, and keeps the search index.
 * It holds nothing that isn't on disk: it may fail and be started again at any time.
 */

import { parentPort, workerData } from "node:worker_threads";
import { Rejected } from "../rejected.ts";
import { rest } from "./clock.ts";
import type { ReaderAsk, ReaderStartup, Reply } from "./protocol.ts";
import { ReadingDesk } from "./sqlite/reading-desk.ts";

/** When the write-ahead log has grown by so many bytes, readers pause, or it could never be begun anew. */
const LOG_GROWTH = 16 * 1024 * 1024;
/** Milliseconds: long enough for a commit, its checkpoint, and the next one. */
const PAUSE = 100;
/** How often the index looks for what is new, milliseconds. */
const INDEX_EVERY = 1_000;

const port = parentPort;
if (port === null) throw new Error("this module runs as a worker thread");

serve(workerData as ReaderStartup);

function serve({ file, maxFailures, nativeBinding }: ReaderStartup): void {
  const waiting: ReaderAsk[] = [];
  let desk: ReadingDesk | undefined;
  let isBusy = false;
  let isOver = false;
  let logSize = 0;

  port?.on("message", (ask: ReaderAsk) => {
    waiting.push(ask);
    void work();
  });
  void keepIndex();

  async function work(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let ask = waiting.shift(); ask !== undefined; ask = waiting.shift()) {
      if (ask.to === "close") {
        end(ask.number);
        return;
      }
      const { number, reading, look } = ask;
      post(answer(number, () => open().read(reading, look)));
      await giveWay();
    }
    isBusy = false;
  }

  /** Recovery may have put another file in the place of the one that was read (rule D3). */
  function open(): ReadingDesk {
    if (desk && !desk.isCurrent) letGo();
    desk ??= new ReadingDesk(file, {
      maxFailures,
      ...(nativeBinding === undefined ? {} : { nativeBinding }),
    });
    return desk;
  }

  function letGo(): void {
    desk?.close();
    desk = undefined;
  }

  async function giveWay(): Promise<void> {
    const size = desk?.logSize ?? 0;
    if (size >= logSize && size < logSize + LOG_GROWTH) return;
    if (size > logSize) await rest(PAUSE);
    logSize = size;
  }

  /** In slices, so that readings needn't wait. */
  async function keepIndex(): Promise<void> {
    while (!isOver) {
      if (desk && !desk.isCurrent) letGo();
      const isDone = desk?.keepIndex() ?? true;
      await rest(isDone ? INDEX_EVERY : 0);
    }
  }

  function end(number: number): void {
    isOver = true;
    letGo();
    post({ number, value: null });
    port?.close();
  }
}

function answer(number: number, read: () => unknown): Reply {
  try {
    return { number, value: read() as never };
  } catch (error) {
    if (error instanceof Rejected) return { number, rejection: error.toRejection() };
    const message = `The database could not be read (${(error as Error).message}). Try again.`;
    return { number, rejection: { code: "STORAGE_FAILED", message } };
  }
}

function post(reply: Reply): void {
  port?.postMessage(reply);
}

/**
 * A process of plainjob's: `node plainjob-process.ts FILE add|work`. Adds jobs, or does them, for as many milliseconds
 * as a message says, and answers with how many a second; ends when its parent lets go of it.
 */

import Database from "better-sqlite3";
import { better, defineQueue, defineWorker, type Queue } from "plainjob";

export const TYPE = "extract";

export type Task = "add" | "work";

const SILENT = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };

export function openPlainjob(file: string): Queue {
  const db = new Database(file);
  const queue = defineQueue({ connection: better(db), logger: SILENT });
  // It sets NORMAL, with which a power cut takes along what was done.
  db.pragma("synchronous = FULL");
  if (db.pragma("synchronous", { simple: true }) !== 2) throw new Error("synchronous=FULL was not taken");
  return queue;
}

const TASKS: Readonly<Record<Task, (queue: Queue, until: number) => Promise<number>>> = {
  add: (queue, until) => {
    let count = 0;
    while (performance.now() < until) queue.add(TYPE, { id: `more-${(count += 1)}` });
    return Promise.resolve(count);
  },
  work: async (queue, until) => {
    let count = 0;
    const worker = defineWorker(TYPE, () => {}, {
      queue,
      logger: SILENT,
      onCompleted: () => {
        count += 1;
        if (performance.now() >= until) void worker.stop();
      },
    });
    await worker.start();
    return count;
  },
};

if (import.meta.main) {
  const [, , file = "", task] = process.argv;
  const queue = openPlainjob(file);
  process.on("message", (millis: number) => {
    const start = performance.now();
    void TASKS[task as Task](queue, start + millis).then((count) => {
      // The parent may have been stopped meanwhile: then nobody hears it.
      process.send?.((count * 1000) / (performance.now() - start), () => {});
    });
  });
  process.once("disconnect", () => queue.close());
  process.send?.("ready");
}

/** The thread in which one piece of care is done: its reading and copying blocks nobody else. */

import { parentPort, workerData } from "node:worker_threads";
import type { CareDone, CareTask } from "./care.ts";
import { backUp } from "./sqlite/care/backup.ts";
import { verify } from "./sqlite/care/verify.ts";
import { DatabaseRefused } from "./sqlite/refused.ts";

const port = parentPort;
if (port === null) throw new Error("this module runs as a worker thread");

try {
  port.postMessage({ done: await perform(workerData as CareTask) } satisfies CareDone);
} catch (error) {
  if (!(error instanceof DatabaseRefused)) throw error;
  port.postMessage({ refused: error.message } satisfies CareDone);
}

async function perform(task: CareTask) {
  const { file, nativeBinding } = task;
  const options = { isOpenHere: true, ...(nativeBinding === undefined ? {} : { nativeBinding }) };
  if (task.care === "verify") return verify(file, options);
  return backUp(file, task.to, { ...options, wall: task.wall });
}

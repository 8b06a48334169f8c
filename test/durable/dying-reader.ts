/** The readers' thread, but that it dies when a job called "die" is read, before anything is done about it. */

import { parentPort } from "node:worker_threads";
import type { ReaderAsk } from "../../engine/durable/protocol.ts";

parentPort?.on("message", (ask: ReaderAsk) => {
  if (ask.to === "read" && ask.reading.name === "job" && ask.reading.id === "die") process.exit(1);
});

await import("../../engine/durable/reader.ts");

/** The engine's thread, but that it dies when a job called "die" is submitted, before anything is done about it. */

import { parentPort } from "node:worker_threads";
import type { Ask } from "../../engine/durable/protocol.ts";

parentPort?.on("message", (ask: Ask) => {
  if (ask.to === "perform" && ask.command.name === "submit" && ask.command.id === "die") process.exit(1);
});

await import("../../engine/durable/worker.ts");

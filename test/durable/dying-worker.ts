/** The engine's thread, but that it dies when a job called "die" is submitted, before anything is done about it. */

import { parentPort } from "node:worker_threads";
import type { Ask } from "../../engine/durable/protocol.ts";

parentPort?.on("message", (asks: readonly Ask[]) => {
  if (asks.some(isDeadly)) process.exit(1);
});

function isDeadly(ask: Ask): boolean {
  return ask.to === "perform" && ask.command.name === "submit" && ask.command.id === "die";
}

await import("../../engine/durable/worker.ts");

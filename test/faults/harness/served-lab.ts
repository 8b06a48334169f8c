/**
 * A lab in a process of its own, to be hurt: does what the lines of its input ask, and says what came of each on a
 * line of its output. Ends with its input.
 */

import { createInterface } from "node:readline";
import { DatabaseRefused, DurableLab, Rejected } from "../../../engine/index.ts";
import type { Answer, Ask, Look } from "./asks.ts";

let lab: DurableLab | undefined;

for await (const line of createInterface({ input: process.stdin })) void answer(JSON.parse(line) as Ask);
// Whoever wants the lab to be closed first asks for it.
process.exit(0);

async function answer(ask: Ask): Promise<void> {
  const { number } = ask;
  try {
    say({ number, value: await doing(ask) });
  } catch (error) {
    if (error instanceof Rejected) say({ number, rejection: error.toRejection() });
    else if (error instanceof DatabaseRefused) say({ number, refused: error.message });
    else throw error;
  }
}

async function doing(ask: Ask): Promise<unknown> {
  switch (ask.to) {
    case "open":
      lab = await DurableLab.open(ask.options);
      return look(lab);
    case "perform":
      return opened().perform(ask.command, ask.order);
    case "read":
      return opened().read(ask.reading);
    case "look":
      return look(opened());
    case "close":
      return opened().close();
  }
}

function look({ news }: DurableLab): Look {
  // There only if the process was started so.
  globalThis.gc?.();
  return { news, wall: Date.now(), memory: process.memoryUsage() };
}

function opened(): DurableLab {
  if (lab === undefined) throw new Error("no lab is open");
  return lab;
}

/** Writing to a pipe is synchronous here: the line has left before anything else is done. */
function say(line: Answer): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** The systems that a trace can be replayed on, behind one face: each knows which ops it has. */

import {
  DurableLab,
  LabDispatcher,
  perform,
  type Command,
  type CommandName,
  type LabOptions,
  type ResultOf,
  type WorkQueue,
} from "../index.ts";
import { BadTrace, timeOf, type TraceCall } from "./trace.ts";

export interface Replayed {
  /** What is printed of the result. Throws Rejected if the call is refused, BadTrace if there is no such op. */
  answer(call: TraceCall): Promise<unknown>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** In memory a restart is nothing. */
const IN_MEMORY = { restart: async () => {}, close: async () => {} };

export function openInMemory(options: LabOptions): Replayed {
  const lab = new LabDispatcher(options);
  return {
    ...IN_MEMORY,
    answer: (call) =>
      new Promise((resolve) => {
        const command = commandOf(call);
        const now = TIMELESS.has(command.name) ? lab.clock : timeOf(call);
        resolve(printed(command.name, perform(lab, command, now)));
      }),
  };
}

/** Time is the trace's; every move of the clock is stored. Throws BadTrace if the file was made otherwise. */
export async function openDurable(file: string, options: LabOptions): Promise<Replayed> {
  const open = () => DurableLab.open({ ...options, file, replay: true });
  let lab = await open();
  const difference = differenceOf(lab.news.settings, options);
  if (difference !== undefined) {
    await lab.close();
    throw new BadTrace(1, `${difference} in ${file}`);
  }
  return {
    answer: async (call) => {
      const command = commandOf(call);
      const now = TIMELESS.has(command.name) ? undefined : timeOf(call);
      return printed(command.name, await lab.perform(command, { actor: "replay", now }));
    },
    restart: async () => {
      await lab.close();
      lab = await open();
    },
    close: () => lab.close(),
  };
}

/** A work queue lives in memory only. */
export function replayedQueue(queue: WorkQueue): Replayed {
  return { ...IN_MEMORY, answer: (call) => new Promise((resolve) => resolve(askQueue(queue, call))) };
}

function askQueue(queue: WorkQueue, call: TraceCall): unknown {
  const now = timeOf(call);
  const { id, lease, runAt } = call.args as { id: string; lease?: number; runAt?: number };
  switch (call.op) {
    case "add":
      return queue.add(id, now, runAt);
    case "reserve":
      return queue.reserve(now);
    case "complete":
      return queue.complete(id, now, lease);
    case "fail":
      return queue.fail(id, now, lease);
    case "extend":
      return queue.extend(id, now, lease);
    case "status":
      return queue.status(id, now);
    case "dead":
      return queue.dead();
    case "redrive":
      return queue.redrive(id, now);
    default:
      throw unknownOp(call);
  }
}

/** The command that each op of a trace stands for. */
const COMMANDS: Readonly<Record<string, CommandName>> = {
  submit: "submit",
  submit_many: "submitMany",
  claim: "claim",
  heartbeat: "heartbeat",
  complete: "complete",
  report_failure: "reportFailure",
  redrive: "redrive",
  redrive_many: "redriveMany",
  set_prerequisites: "setPrerequisites",
  set_priority: "setPriority",
  hold: "hold",
  unhold: "unhold",
  release_claim: "releaseClaim",
  complete_by_hand: "completeByHand",
  cancel: "cancel",
  pause: "pause",
  resume: "resume",
  status: "status",
  quarantined: "quarantined",
  causes: "causes",
};

/** These take no time (rule T3). */
const TIMELESS: ReadonlySet<CommandName> = new Set<CommandName>(["quarantined", "causes"]);

function commandOf(call: TraceCall): Command {
  const name = Object.hasOwn(COMMANDS, call.op) ? COMMANDS[call.op] : undefined;
  if (name === undefined) throw unknownOp(call);
  const { claim, ...args } = call.args;
  // Tokens count successful claims, so the number of a claim is its token.
  return { ...args, token: claim, name } as unknown as Command;
}

const unknownOp = ({ op, line }: TraceCall): BadTrace =>
  new BadTrace(line, `unknown op ${JSON.stringify(op)}`);

/** A claim is told by the job's id; a failure and a heartbeat give nothing, as in the problem statements. */
function printed(name: CommandName, result: ResultOf<CommandName>): unknown {
  if (name === "claim") return (result as ResultOf<"claim">)?.id ?? null;
  return name === "reportFailure" || name === "heartbeat" ? null : result;
}

/** Where the settings of a file and those that a trace begins with don't agree. */
function differenceOf(stored: LabOptions, given: LabOptions): string | undefined {
  const rows: readonly (readonly [string, unknown, unknown])[] = [
    ["max_failures", stored.maxFailures, given.maxFailures],
    ["lease", stored.lease ?? null, given.lease ?? null],
    ["retry_position", stored.retryPosition ?? "original", given.retryPosition ?? "original"],
    ["on_expiry", stored.onExpiry ?? "retry", given.onExpiry ?? "retry"],
  ];
  const row = rows.find(([, old, now]) => old !== now);
  return row && `${row[0]} is ${String(row[1])}, not ${String(row[2])},`;
}

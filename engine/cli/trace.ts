/** Reads trace files: what system they make, and the command that each further line stands for. */

import { z } from "zod";
import type { Command, CommandName, ResultOf } from "../index.ts";

/** A line that is no part of a trace at all, as opposed to a call with bad arguments. */
export class BadTrace extends Error {
  constructor(line: number, problem: string) {
    super(`line ${String(line)}: ${problem}`);
  }
}

const system = z.strictObject({ new: z.literal("LabDispatcher"), max_failures: z.unknown() });

/** How many failures lead to quarantine in the system that the first line makes. */
export function readSystem(line: string): { readonly maxFailures: number } {
  // An option that is null counts as absent (rule T1).
  const options = Object.entries(parseLine(line, 1)).filter(([, value]) => value !== null);
  const parsed = system.safeParse(Object.fromEntries(options));
  if (!parsed.success) {
    throw new BadTrace(1, 'the first line must be {"new":"LabDispatcher","max_failures":N} and no more');
  }
  const maxFailures = parsed.data.max_failures;
  if (!Number.isSafeInteger(maxFailures) || (maxFailures as number) < 1) {
    throw new BadTrace(1, "max_failures must be a whole number, 1 or more");
  }
  return { maxFailures: maxFailures as number };
}

/** One line of a trace; arguments are passed on as they stand, for the engine to judge. */
export type TraceCall =
  | { readonly op: "restart" }
  | { readonly op: "call"; readonly command: Command; readonly now: number | undefined };

/** The command that each op of a trace stands for. */
const ops: ReadonlyMap<unknown, CommandName> = new Map([
  ["submit", "submit"],
  ["submit_many", "submitMany"],
  ["claim", "claim"],
  ["complete", "complete"],
  ["report_failure", "reportFailure"],
  ["redrive", "redrive"],
  ["set_prerequisites", "setPrerequisites"],
  ["quarantined", "quarantined"],
  ["causes", "causes"],
]);

/** These take no time. */
const TIMELESS: ReadonlySet<CommandName> = new Set<CommandName>(["quarantined", "causes"]);

export function readCall(line: string, number: number): TraceCall {
  const { op, now, claim, ...args }: { op?: unknown; now?: unknown; claim?: unknown } = parseLine(
    line,
    number,
  );
  if (op === "restart") return { op };
  const name = ops.get(op);
  if (name === undefined) throw new BadTrace(number, `unknown op ${JSON.stringify(op)}`);
  return {
    op: "call",
    // Tokens count successful claims, so the number of a claim is its token.
    command: { ...args, token: claim, name } as unknown as Command,
    now: TIMELESS.has(name) ? undefined : ((now ?? Number.NaN) as number),
  };
}

/** What a trace prints of a command's result. */
export function printed(name: CommandName, result: ResultOf<CommandName>): unknown {
  if (name === "claim") return (result as ResultOf<"claim">)?.id ?? null;
  return name === "reportFailure" ? null : result;
}

function parseLine(line: string, number: number): object {
  let value: unknown;
  try {
    value = JSON.parse(number === 1 ? line.replace(/^\ufeff/, "") : line);
  } catch {
    throw new BadTrace(number, "this is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new BadTrace(number, "this is not a JSON object");
  }
  return value;
}

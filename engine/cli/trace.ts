/** Reads trace files: what system they make, and the command that each further line stands for. */

import { z } from "zod";
import { LabDispatcher, Rejected, WorkQueue, type LabOptions } from "../index.ts";

/** A line that is no part of a trace at all, as opposed to a call with bad arguments. */
export class BadTrace extends Error {
  constructor(line: number, problem: string) {
    super(`line ${String(line)}: ${problem}`);
  }
}

const options = {
  max_failures: z.unknown(),
  lease: z.unknown().optional(),
  retry_position: z.unknown().optional(),
  on_expiry: z.unknown().optional(),
};

const system = z.discriminatedUnion("new", [
  z.strictObject({ new: z.literal("LabDispatcher"), ...options }),
  z.strictObject({ new: z.literal("WorkQueue"), lease_seconds: z.unknown(), max_attempts: z.unknown() }),
]);

/** What the first line makes. */
export type System =
  | { readonly new: "LabDispatcher"; readonly options: LabOptions }
  | { readonly new: "WorkQueue"; readonly queue: WorkQueue };

export function readSystem(line: string): System {
  // An option that is null counts as absent (rule T1).
  const given = Object.entries(parseLine(line, 1)).filter(([, value]) => value !== null);
  const parsed = system.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    throw new BadTrace(
      1,
      'the first line must be {"new":"LabDispatcher","max_failures":N}, with lease, retry_position or on_expiry if wanted, or {"new":"WorkQueue","lease_seconds":N,"max_attempts":N}',
    );
  }
  const { data } = parsed;
  try {
    if (data.new === "WorkQueue") {
      return {
        new: data.new,
        queue: new WorkQueue(data.lease_seconds as number, data.max_attempts as number),
      };
    }
    const { new: made, ...rest } = data;
    const labOptions = camelCased(rest) as unknown as LabOptions;
    // Judges the options.
    new LabDispatcher(labOptions);
    return { new: made, options: labOptions };
  } catch (error) {
    if (error instanceof Rejected) throw new BadTrace(1, `${snakeCase(error.field ?? "")}: ${error.message}`);
    throw error;
  }
}

/** One line of a trace; arguments are passed on as they stand, for the engine to judge. */
export interface TraceCall {
  readonly op: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly line: number;
}

export function readCall(line: string, number: number): TraceCall {
  const { op, ...args } = parseLine(line, number) as Readonly<Record<string, unknown>>;
  if (typeof op !== "string") throw new BadTrace(number, `unknown op ${JSON.stringify(op)}`);
  return { op, args: camelCased(args), line: number };
}

/** The time of a call that takes one: what isn't there must not pass for absent. */
export const timeOf = ({ args }: TraceCall): number => (args["now"] ?? Number.NaN) as number;

/** The names of traces are those of the problem statements: `max_failures`. */
function camelCased(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      name === "jobs" && Array.isArray(value) ? value.map(jobOf) : value,
    ]),
  );
}

const jobOf = (job: unknown): unknown =>
  typeof job === "object" && job !== null && !Array.isArray(job)
    ? camelCased(job as Readonly<Record<string, unknown>>)
    : job;

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

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

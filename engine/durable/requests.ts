/**
 * Requests that can be repeated by somebody whose answer was lost (rule D5): the same one gets the stored answer and
 * does nothing. A claim repeated gives the same claim, as long as it is current. What isn't done, and what can be asked
 * again at no risk, is not stored: "no job", refusals, heartbeats, readings.
 */

import { createHash } from "node:crypto";
import type { Command, CommandName } from "../commands.ts";
import type { LabDispatcher } from "../dispatcher.ts";
import type { Claim, Millis } from "../model.ts";
import { refuse } from "../rejected.ts";
import type { Answered, RequestName } from "./journal.ts";
import type { Order } from "./protocol.ts";

/** Running time: a week in which the engine is off doesn't count. */
export const KEPT_FOR: Millis = 7 * 86_400_000;

const HARMLESS: ReadonlySet<CommandName> = new Set<CommandName>([
  "heartbeat",
  "status",
  "quarantined",
  "causes",
  "explain",
  "preview",
]);

export interface Request extends RequestName {
  readonly content: Buffer;
}

/**
 * Undefined for a command without a request id, and for one whose answer isn't stored.
 * @throws Rejected INVALID_ARGUMENT for one that is no JSON, which nobody has checked yet
 */
export function requestOf(command: Command, order: Order): Request | undefined {
  const { actor, requestId, reason } = order;
  if (typeof requestId !== "string" || HARMLESS.has(command.name)) return undefined;
  return { actor, id: requestId, content: digestOf([command, reason ?? null]) };
}

/** What `earlier` was answered, if this is the same request. @throws Rejected REQUEST_ID_REUSED, STALE_CLAIM */
export function repeatedAnswer(
  { id, content }: Request,
  earlier: Answered,
  command: Command,
  lab: LabDispatcher,
): unknown {
  if (!content.equals(earlier.content)) {
    const message = `The request id ${id} was used for something else. Choose another.`;
    refuse("REQUEST_ID_REUSED", message, { field: "requestId" });
  }
  const answer: unknown = JSON.parse(earlier.answer);
  return command.name === "claim" ? lab.current(answer as Claim) : answer;
}

/** Undefined for an answer that isn't to be stored: no job was there to be claimed. */
export const answerOf = ({ content }: Request, command: Command, value: unknown): Answered | undefined =>
  command.name === "claim" && value === null ? undefined : { content, answer: JSON.stringify(value) };

/** Of plain data; the order in which an object names its fields makes no difference. */
function digestOf(value: unknown): Buffer {
  return createHash("sha256").update(textOf(value)).digest();
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value, (_, part: unknown) =>
      typeof part === "object" && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    );
  } catch {
    return refuse("INVALID_ARGUMENT", "A command with a request id is JSON.", { field: "command" });
  }
}

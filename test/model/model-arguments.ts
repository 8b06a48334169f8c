/** What each call may be handed, whatever the lab holds (rules T1, S1, S4, C2, L6): everything else is refused. */

import type { Command, CommandName } from "../../engine/index.ts";
import { Refusal } from "./model-job.ts";

type Check = (value: unknown) => boolean;

type Shape = Readonly<Record<string, Check>>;

/** The longest backoff that the rules allow. */
export const LONGEST_BACKOFF = 315_360_000_000;

const isText: Check = (value) => typeof value === "string" && value !== "";

const isId: Check = (value) => isText(value) && Array.from(value as string).length <= 200;

const isInteger: Check = (value) => Number.isSafeInteger(value);

const isNumber =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === "number" && value >= least && value <= most;

const isWhole =
  (least: number, most = Infinity): Check =>
  (value) =>
    isInteger(value) && isNumber(least, most)(value);

/** Present and not null, or fine. */
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value);

const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const isOneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    typeof value === "string" && words.includes(value);

const hasShape =
  (shape: Shape): Check =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(shape).every(([field, check]) => check((value as Record<string, unknown>)[field]));

const job: Shape = { id: isId };

const claim: Shape = { id: isId, token: maybe(isWhole(0)) };

const submission: Shape = {
  id: isId,
  backoff: isWhole(0, LONGEST_BACKOFF),
  after: maybe(isListOf(isText)),
  priority: maybe(isInteger),
  requires: maybe((value) => isText(value) || isListOf(isText)(value)),
  notBefore: maybe(isWhole(0)),
  maxFailures: maybe(isWhole(1)),
  backoffFactor: maybe(isNumber(1, Infinity)),
  backoffMax: maybe(isWhole(0, LONGEST_BACKOFF)),
  jitter: maybe(isNumber(0, 1)),
  onExpiry: maybe(isOneOf("retry", "inspect")),
  labels: maybe(isListOf((label) => typeof label === "string")),
};

const operators = {
  redrive: job,
  redriveMany: { ids: isListOf(isText) },
  setPrerequisites: { id: isId, after: maybe(isListOf(isText)) },
  setPriority: { id: isId, priority: isInteger },
  hold: job,
  unhold: job,
  releaseClaim: job,
  completeByHand: job,
  cancel: { id: isId, withDependents: maybe((value) => typeof value === "boolean") },
  pause: {},
  resume: {},
} satisfies Record<string, Shape>;

const isOperatorCommand: Check = (value) => {
  if (!hasShape({ name: isOneOf(...Object.keys(operators)) })(value)) return false;
  return hasShape(operators[(value as { name: keyof typeof operators }).name])(value);
};

const shapes: Readonly<Record<CommandName, Shape>> = {
  ...operators,
  submit: submission,
  submitMany: { jobs: isListOf(hasShape(submission)) },
  claim: { capabilities: maybe(isListOf(isText)), lease: maybe(isWhole(0)) },
  heartbeat: claim,
  complete: claim,
  reportFailure: claim,
  status: job,
  quarantined: {},
  causes: job,
  explain: { id: isId, offered: maybe(isListOf(isText)) },
  preview: { command: isOperatorCommand, most: maybe(isWhole(0)) },
};

export function checkArguments(command: Command): void {
  if (!hasShape(shapes[command.name])(command)) throw new Refusal("INVALID_ARGUMENT");
}

export function checkNow(now: number): void {
  if (!isWhole(0)(now)) throw new Refusal("INVALID_ARGUMENT");
}

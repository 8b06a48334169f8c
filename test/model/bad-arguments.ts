/** Arguments that no call accepts (rule T1), to spoil good ones with. */

import fc from "fast-check";
import type { Command, CommandName } from "../../engine/index.ts";

export interface Spoiling {
  readonly what: "command" | "time";
  readonly pick: number;
}

/** Undefined, most often. */
export const spoilings: fc.Arbitrary<Spoiling | undefined> = fc.oneof(
  { weight: 29, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constantFrom("command", "command", "command", "time"),
      pick: fc.nat({ max: 9_999 }),
    }),
  },
);

export const BAD_TIMES = [-1, 1.5, NaN, "soon", null, undefined] as unknown as readonly number[];

const TOO_LONG = 315_360_000_001;

/** What is wrong for a field of this name, whichever call it is of. */
const wrong = {
  id: ["", 7, null, undefined],
  backoff: [-1, 1.5, "2", null, undefined, TOO_LONG],
  after: ["j1", [""], [3], {}, [null]],
  priority: [1.5, "high", NaN],
  requires: ["", [""], [7], 7, {}],
  notBefore: [-1, 1.5, "soon"],
  maxFailures: [0, -1, 1.5, "2"],
  backoffFactor: [0.5, 0, -2, "2", NaN],
  backoffMax: [-1, 1.5, "2", TOO_LONG],
  jitter: [-0.1, 1.1, "1", NaN],
  onExpiry: ["forget", "", 1],
  labels: ["plate", [7], {}],
  capabilities: ["sequencing", [""], [7], {}],
  lease: [-1, 1.5, "x", NaN],
  token: [-1, 1.5, "x", NaN],
  ids: ["j1", [""], [7], null, undefined],
  withDependents: ["yes", 1, {}],
  offered: ["sequencing", [7]],
  most: [-1, 1.5, "x"],
  jobs: ["j1", {}, [null], null, undefined],
  command: [null, undefined, "redrive", { name: "claim" }, { name: "dance", id: "j1" }],
} satisfies Readonly<Record<string, readonly unknown[]>>;

type Field = keyof typeof wrong;

const submission: readonly Field[] = [
  "id",
  "backoff",
  "after",
  "priority",
  "requires",
  "notBefore",
  "maxFailures",
  "backoffFactor",
  "backoffMax",
  "jitter",
  "onExpiry",
  "labels",
];

const fieldsOf: Readonly<Record<CommandName, readonly Field[]>> = {
  submit: submission,
  submitMany: ["jobs"],
  claim: ["capabilities", "lease"],
  heartbeat: ["id", "token"],
  complete: ["id", "token"],
  reportFailure: ["id", "token"],
  status: ["id"],
  quarantined: [],
  causes: ["id"],
  explain: ["id", "offered"],
  preview: ["command", "most"],
  redrive: ["id"],
  redriveMany: ["ids"],
  setPrerequisites: ["id", "after"],
  setPriority: ["id", "priority"],
  hold: ["id"],
  unhold: ["id"],
  releaseClaim: ["id"],
  completeByHand: ["id"],
  cancel: ["id", "withDependents"],
  pause: [],
  resume: [],
};

/** The command with one of its arguments made bad; `pick` says which, and how. */
export function spoilt(command: Command, pick: number): Command {
  // What is inside is spoilt two times out of three.
  if (pick % 3 > 0) {
    if (command.name === "preview") {
      return { ...command, command: spoilt(command.command, pick) } as Command;
    }
    if (command.name === "submitMany" && command.jobs.length > 0) {
      const bad = pick % command.jobs.length;
      return {
        ...command,
        jobs: command.jobs.map((job, i) => (i === bad ? spoiltIn(job, submission, pick) : job)),
      };
    }
  }
  return spoiltIn(command, fieldsOf[command.name], pick);
}

function spoiltIn<T extends object>(taken: T, fields: readonly Field[], pick: number): T {
  const field = fields[pick % fields.length];
  if (field === undefined) return taken;
  const values: readonly unknown[] = wrong[field];
  return { ...taken, [field]: values[Math.floor(pick / fields.length) % values.length] };
}

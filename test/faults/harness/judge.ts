/** Compares a file with what was answered: nothing that was may be missing, and nothing may be done by half. */

import Database from "better-sqlite3";
import type { Claim, Command, CommandName, ResultOf } from "../../../engine/index.ts";
import type { Entry, Ledger } from "./ledger.ts";
import { wrongIn } from "./verified.ts";

/** What must not be, a sentence each; at most so many. */
const MOST_FINDINGS = 20;

/** `file` may be in use: it is only read. */
export function judge(file: string, ledger: Ledger): string[] {
  const db = new Database(file, { readonly: true });
  try {
    const stored = new Stored(db);
    const findings = [
      ...lostOf(ledger, stored),
      ...halvesOf(ledger, stored),
      ...wrongIn(db),
      ...twins(ledger),
    ];
    return findings.slice(0, MOST_FINDINGS);
  } finally {
    db.close();
  }
}

/** What a file holds, as far as answers tell of it. */
class Stored {
  readonly phases: ReadonlyMap<string, string>;
  readonly #events: ReadonlySet<string>;

  constructor(db: Database.Database) {
    this.phases = new Map(db.prepare("SELECT id, phase FROM job").raw().all() as [string, string][]);
    const told = db
      .prepare(
        `SELECT kind || ':' || id || ':' || iif(kind = 'priority', event.priority, coalesce(event.token, ''))
         FROM event JOIN job ON job.key = event.job`,
      )
      .pluck();
    this.#events = new Set(told.all() as string[]);
  }

  has(kind: string, id: string, number: number | "" = ""): boolean {
    return this.#events.has(`${kind}:${id}:${number}`);
  }
}

function lostOf(ledger: Ledger, stored: Stored): string[] {
  return ledger.answered
    .filter((entry) => !isKept(entry, stored))
    .map(
      ({ command, answer }) => `lost: ${JSON.stringify(command)}, answered ${JSON.stringify(answer?.value)}`,
    );
}

function isKept({ command, answer }: Entry, stored: Stored): boolean {
  const check = KEPT[command.name] as
    ((command: Command, value: unknown, stored: Stored) => boolean) | undefined;
  return check === undefined || check(command, answer?.value, stored);
}

/** Whether what was answered is in the file. */
const KEPT: {
  readonly [N in CommandName]?: (command: Command<N>, value: ResultOf<N>, stored: Stored) => boolean;
} = {
  submit: ({ id }, _, { phases }) => phases.has(id),
  submitMany: ({ jobs }, _, { phases }) => jobs.every(({ id }) => phases.has(id)),
  claim: (_, claim, stored) => claim === null || stored.has("claimed", claim.id, claim.token),
  complete: ({ id, token }, _, stored) => stored.has("completed", id, token ?? ""),
  reportFailure: ({ id, token }, _, stored) => stored.has("failed", id, token ?? ""),
  setPriority: ({ id, priority }, _, stored) => stored.has("priority", id, priority),
  cancel: (_, ids, { phases }) => ids.every((id) => phases.get(id) === "cancelled"),
  redrive: (_, ids, stored) => ids.every((id) => stored.has("redriven", id) || stored.has("released", id)),
};

/** Commands on several jobs: on all of them, or on none. */
function halvesOf({ entries }: Ledger, { phases }: Stored): string[] {
  return entries.flatMap(({ command }) => {
    if (command.name !== "submitMany") return [];
    const there = command.jobs.filter(({ id }) => phases.has(id));
    if (there.length === 0 || there.length === command.jobs.length) return [];
    return [`half applied: of ${command.jobs.map(({ id }) => id).join(", ")} only ${there.length} are there`];
  });
}

/** Tokens that were given twice (rule C3). */
function twins(ledger: Ledger): string[] {
  const seen = new Map<number, string>();
  const twice: string[] = [];
  for (const { command, answer } of ledger.answered) {
    const claim = command.name === "claim" ? (answer?.value as Claim | null) : null;
    if (claim === null) continue;
    const other = seen.get(claim.token);
    if (other !== undefined) twice.push(`token ${claim.token} was given twice: for ${other} and ${claim.id}`);
    seen.set(claim.token, claim.id);
  }
  return twice;
}

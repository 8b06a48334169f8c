/** What happened to one job, page after page, newest first; and its attempts, each from its claim to what came of it. */

import type Database from "better-sqlite3";
import type { AttemptOutcome, JobAttempt, JobAttempts, JobHistory, JobId, Millis } from "../../model.ts";
import { eventOf, FROM_NEWEST, historyOf, type EventRow } from "./event-view.ts";
import { checkPage } from "./page.ts";

/** A page of what one job has. */
export interface HistoryQuery {
  readonly id: JobId;
  /** The `next` of the page before. */
  readonly before?: number | null | undefined;
  /** The longest page. */
  readonly limit: number;
}

/** What ends a claim. */
const OUTCOMES: readonly AttemptOutcome["kind"][] = [
  "completed",
  "failed",
  "expired",
  "takenBack",
  "completedByHand",
  "cancelled",
];

export class HistoryQueries {
  readonly #statements: Statements;

  constructor(reader: Database.Database) {
    this.#statements = prepare(reader);
  }

  /** Undefined if there is no such job. */
  history({ id, before, limit }: HistoryQuery): JobHistory | undefined {
    checkPage(limit);
    const job = this.#statements.key.get(id) as number | undefined;
    if (job === undefined) return undefined;
    const rows = this.#statements.history.all({
      job,
      before: before ?? FROM_NEWEST,
      limit: limit + 1,
    }) as EventRow[];
    const events = rows.slice(0, limit).map(eventOf);
    return { events, next: rows.length > limit ? (events.at(-1)?.seq ?? null) : null };
  }

  /** Undefined if there is no such job. */
  attempts({ id, before, limit }: HistoryQuery): JobAttempts | undefined {
    checkPage(limit);
    const job = this.#statements.key.get(id) as number | undefined;
    if (job === undefined) return undefined;
    const rows = this.#statements.claims.all(job, before ?? FROM_NEWEST, limit + 1) as ClaimRow[];
    const claims = rows.slice(0, limit);
    return {
      attempts: claims.map((claim) => this.#attempt(job, claim)),
      next: rows.length > limit ? (claims.at(-1)?.seq ?? null) : null,
    };
  }

  #attempt(job: number, { seq, attempt, actor, at, clock }: ClaimRow): JobAttempt {
    const end = this.#statements.outcome.get({ job, seq }) as OutcomeRow | undefined;
    return {
      attempt,
      station: actor,
      claimedAt: at,
      outcome:
        end === undefined
          ? null
          : {
              kind: end.kind,
              at: end.at,
              actor: end.actor,
              reason: end.reason,
              code: end.code,
              took: end.clock - clock,
              delay: end.delay,
            },
    };
  }
}

interface ClaimRow {
  readonly seq: number;
  readonly attempt: number;
  readonly actor: string;
  readonly at: Millis;
  readonly clock: Millis;
}

interface OutcomeRow extends Omit<AttemptOutcome, "took"> {
  readonly clock: Millis;
}

type Statements = ReturnType<typeof prepare>;

function prepare(db: Database.Database) {
  const end = (kind: string) =>
    `SELECT seq, kind, at, clock, actor, reason, code, delay FROM event WHERE job = :job AND kind = '${kind}' AND seq > :seq`;
  return {
    key: db.prepare("SELECT key FROM job WHERE id = ?").pluck(),
    history: db.prepare(historyOf()),
    claims: db.prepare(
      `SELECT seq, attempt, actor, at, clock FROM event
       WHERE job = ? AND kind = 'claimed' AND seq < ? ORDER BY seq DESC LIMIT ?`,
    ),
    // The next thing that ends a claim ends this one: a job has one at a time.
    outcome: db.prepare(`${OUTCOMES.map(end).join(" UNION ALL ")} ORDER BY seq LIMIT 1`),
  };
}

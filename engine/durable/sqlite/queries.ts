/** What the window reads, as SQL on a connection that sees committed state only. */

import type Database from "better-sqlite3";
import type { Hold, JobId, JobPage, JobView, Millis } from "../../model.ts";
import { eventOf, FROM_NEWEST, historyOf, SHOWN_KINDS, type EventRow } from "./event-view.ts";
import { listIn } from "./job-row.ts";
import { refOf, selectJob, selectRef, type JobRow, type RefRow } from "./job-view.ts";

/** When a query looks: running time for what was derived from it, the wall clock for what is shown. */
export interface Instant {
  readonly clock: Millis;
  readonly at: Millis;
}

/** A job's page shows at most so many dependents and so many events. */
const PAGE_LIMIT = 200;

export class Queries {
  readonly #maxFailures: number;
  readonly #statements: Statements;

  constructor(reader: Database.Database, maxFailures: number) {
    this.#maxFailures = maxFailures;
    this.#statements = prepare(reader);
  }

  /** In the order of `keys`. */
  views(keys: readonly number[], instant: Instant): JobView[] {
    const { jobByKey } = this.#statements;
    return keys.flatMap((key) => {
      const row = jobByKey.get({ clock: instant.clock, key }) as JobRow | undefined;
      return row === undefined ? [] : [this.#view(row, instant)];
    });
  }

  /** Undefined if there is no such job. */
  job(id: JobId, instant: Instant): JobView | undefined {
    const row = this.#row(id, instant);
    return row && this.#view(row, instant);
  }

  /** A job with its neighbours and its history; undefined if there is no such job. */
  page(id: JobId, instant: Instant): JobPage | undefined {
    const row = this.#row(id, instant);
    if (row === undefined) return undefined;
    const { clock } = instant;
    const { prerequisites, dependents, dependentsTotal, history, historyTotal } = this.#statements;
    return {
      job: this.#view(row, instant),
      prerequisites: (prerequisites.all({ clock, key: row.key }) as RefRow[]).map(refOf),
      dependents: (dependents.all({ clock, key: row.key }) as RefRow[]).map(refOf),
      dependentsTotal: dependentsTotal.get(row.key) as number,
      history: (history.all({ job: row.key, before: FROM_NEWEST, limit: PAGE_LIMIT }) as EventRow[]).map(
        eventOf,
      ),
      historyTotal: historyTotal.get(row.key) as number,
    };
  }

  known(ids: readonly JobId[]): JobId[] {
    return ids.filter((id) => this.#statements.isKnown.get(id) !== undefined);
  }

  #row(id: JobId, { clock }: Instant): JobRow | undefined {
    return this.#statements.jobById.get({ clock, id }) as JobRow | undefined;
  }

  #view(row: JobRow, instant: Instant): JobView {
    const failure = this.#statements.lastFailure.get(row.key) as
      { reason: string | null; station: string } | undefined;
    return {
      id: row.id,
      position: row.position,
      backoff: row.backoff,
      priority: row.priority,
      requires: listIn(row.requires),
      labels: listIn(row.labels),
      hold: holdIn(row),
      failures: row.failures,
      maxFailures: row.maxFailures ?? this.#maxFailures,
      attempts: row.attempts,
      unmet: row.unmet,
      revision: row.revision,
      since: row.since,
      lastReason: failure?.reason ?? null,
      lastFailedOn: failure?.station ?? null,
      ...this.#inState(row, instant),
    };
  }

  /** From what is very far behind, at least the job that stopped it when it came into quarantine. */
  #because(key: number): readonly JobId[] {
    const nearest = this.#statements.causes.all(key) as JobId[];
    return nearest.length > 0 ? nearest : (this.#statements.stoppedBy.all(key) as JobId[]);
  }

  /** The facts that only a job's own state has. */
  #inState(row: JobRow, { clock, at }: Instant) {
    const { waitsFor, claimedBy } = this.#statements;
    const shown = (running: Millis): Millis => at + running - clock;
    const { state } = row;
    switch (state) {
      case "blocked":
        return { state, waitsFor: waitsFor.all(row.key) as JobId[] };
      case "held":
        return { state, hold: holdOf(row) };
      case "waiting":
        return { state, eligibleAt: Math.max(shown(row.eligibleAt), row.notBefore ?? 0) };
      case "claimed":
        return {
          state,
          token: row.token ?? 0,
          claimedBy: claimedBy.get(row.key) as string,
          deadline: row.deadline === null ? null : shown(row.deadline),
        };
      case "quarantined":
        return { state, failedItself: row.failedItself === 1, because: this.#because(row.key) };
      case "completed":
        return { state, byHand: row.byHand === 1 };
      case "ready":
      case "cancelled":
        return { state };
    }
  }
}

const holdOf = ({ heldBy, heldReason }: JobRow): Hold => ({ by: heldBy, reason: heldReason });

const holdIn = (row: JobRow): Hold | null => (row.held === 1 ? holdOf(row) : null);

type Statements = ReturnType<typeof prepare>;

function prepare(db: Database.Database) {
  return {
    isKnown: db.prepare("SELECT 1 FROM job WHERE id = ?"),
    jobByKey: db.prepare(`${selectJob} WHERE key = :key`),
    jobById: db.prepare(`${selectJob} WHERE id = :id`),
    waitsFor: db
      .prepare(
        `SELECT needed.id FROM job CROSS JOIN prerequisite ON prerequisite.job = job.key
        JOIN job AS needed ON needed.key = prerequisite.needs
        WHERE job.key = ? AND needed.phase <> 'completed' ORDER BY place LIMIT 3`,
      )
      .pluck(),
    claimedBy: db
      .prepare("SELECT actor FROM event WHERE job = ? AND kind = 'claimed' ORDER BY seq DESC LIMIT 1")
      .pluck(),
    // Nobody reports that a lease expired: it was the station's that had claimed the job.
    lastFailure: db.prepare(
      `SELECT iif(kind = 'expired', 'Its robot went silent', reason) AS reason,
         iif(kind = 'expired', (SELECT actor FROM event AS claim
           WHERE claim.job = event.job AND claim.kind = 'claimed' AND claim.seq < event.seq
           ORDER BY claim.seq DESC LIMIT 1), actor) AS station
       FROM event WHERE job = ? AND kind IN ('failed', 'expired') ORDER BY seq DESC LIMIT 1`,
    ),
    // Rule Q4: through prerequisites that are in quarantine; a job that failed itself doesn't end the walk.
    causes: db
      .prepare(
        `WITH RECURSIVE reached (key) AS (
           VALUES (?) UNION
           SELECT needed.key FROM reached
             CROSS JOIN prerequisite ON prerequisite.job = reached.key
             CROSS JOIN job AS needed ON needed.key = prerequisite.needs
             WHERE needed.phase = 'quarantined'
           LIMIT 1000)
         SELECT id FROM reached CROSS JOIN job USING (key) WHERE failed_itself = 1
         ORDER BY quarantine_order LIMIT 10`,
      )
      .pluck(),
    stoppedBy: db
      .prepare(
        `SELECT job.id FROM event JOIN job ON job.key = cause
         WHERE event.job = ? AND kind = 'quarantined' ORDER BY seq DESC LIMIT 1`,
      )
      .pluck(),
    prerequisites: db.prepare(
      `${selectRef} JOIN prerequisite ON prerequisite.needs = job.key WHERE prerequisite.job = :key ORDER BY place`,
    ),
    dependents: db.prepare(
      `${selectRef} JOIN prerequisite ON prerequisite.job = job.key WHERE prerequisite.needs = :key
       ORDER BY job.key LIMIT ${String(PAGE_LIMIT)}`,
    ),
    dependentsTotal: db.prepare("SELECT count(*) FROM prerequisite WHERE needs = ?").pluck(),
    history: db.prepare(historyOf()),
    historyTotal: db
      .prepare(
        `SELECT count(*) FROM event WHERE job = ? AND kind IN (${SHOWN_KINDS.map((kind) => `'${kind}'`).join(", ")})`,
      )
      .pluck(),
  };
}

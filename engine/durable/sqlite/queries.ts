/**
 * What the window reads, as SQL on a connection that sees committed state only. States that depend on the time
 * are derived here from the stored facts, `clock` being the running time.
 */

import type Database from "better-sqlite3";
import type { JobEvent, JobId, JobList, JobPage, JobRef, JobState, JobView, Millis } from "../../model.ts";

/** Which jobs a list shows. */
export interface ListQuery {
  /** All if absent. */
  readonly states?: readonly JobState[] | undefined;
  /** Part of an id, in any case. */
  readonly text?: string | undefined;
  /** The `next` of the page before. */
  readonly after?: number | null | undefined;
  /** The longest page. */
  readonly limit: number;
}

/** When a query looks: running time for what was derived from it, the wall clock for what is shown. */
export interface Instant {
  readonly clock: Millis;
  readonly at: Millis;
}

/** A job's page shows at most so many dependents and so many events. */
const PAGE_LIMIT = 200;

const UNMET = `FROM prerequisite JOIN job AS needed ON needed.key = prerequisite.needs
  WHERE prerequisite.job = job.key AND needed.phase <> 'completed'`;
const BLOCKED = `EXISTS (SELECT 1 ${UNMET})`;

const STATE = `CASE WHEN phase <> 'open' THEN phase WHEN ${BLOCKED} THEN 'blocked'
  WHEN eligible_at > :clock THEN 'waiting' ELSE 'ready' END`;

/** How each state is found by the stored facts. */
const IN_STATE: Readonly<Record<JobState, string>> = {
  blocked: `phase = 'open' AND ${BLOCKED}`,
  held: "FALSE",
  waiting: `phase = 'open' AND eligible_at > :clock AND NOT ${BLOCKED}`,
  ready: `phase = 'open' AND eligible_at <= :clock AND NOT ${BLOCKED}`,
  claimed: "phase = 'claimed'",
  quarantined: "phase = 'quarantined'",
  completed: "phase = 'completed'",
  cancelled: "phase = 'cancelled'",
};

export class Queries {
  readonly #maxFailures: number;
  readonly #statements: Statements;
  readonly #db: Database.Database;

  constructor(reader: Database.Database, maxFailures: number) {
    this.#db = reader;
    this.#maxFailures = maxFailures;
    this.#statements = prepare(reader);
  }

  /** A page of jobs in the order of the line. */
  list({ states, text, after, limit }: ListQuery, instant: Instant): JobList {
    const conditions = ["position > :after"];
    if (states) conditions.push(`(${states.map((state) => `(${IN_STATE[state]})`).join(" OR ") || "FALSE"})`);
    if (text) conditions.push("id LIKE :pattern ESCAPE '\\'");
    const rows = this.#db
      .prepare(`${selectJob} WHERE ${conditions.join(" AND ")} ORDER BY position LIMIT :limit`)
      .all({
        clock: instant.clock,
        after: after ?? Number.MIN_SAFE_INTEGER,
        pattern: `%${(text ?? "").replace(/[\\%_]/g, "\\$&")}%`,
        limit: limit + 1,
      }) as JobRow[];
    const page = rows.slice(0, limit);
    return {
      jobs: page.map((row) => this.#view(row, instant)),
      next: rows.length > limit ? (page.at(-1)?.position ?? null) : null,
    };
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
      history: (history.all(row.key) as EventRow[]).map(eventOf),
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
      { reason: string | null; actor: string } | undefined;
    return {
      id: row.id,
      position: row.position,
      backoff: row.backoff,
      failures: row.failures,
      maxFailures: this.#maxFailures,
      attempts: row.attempts,
      unmet: row.unmet,
      revision: row.revision,
      since: row.since,
      lastReason: failure?.reason ?? null,
      lastFailedOn: failure?.actor ?? null,
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
    switch (row.state) {
      case "blocked":
        return { state: row.state, waitsFor: waitsFor.all(row.key) as JobId[] };
      case "waiting":
        return { state: row.state, eligibleAt: at + row.eligibleAt - clock };
      case "claimed":
        return { state: row.state, token: row.token ?? 0, claimedBy: claimedBy.get(row.key) as string };
      case "quarantined":
        return {
          state: row.state,
          failedItself: row.failedItself === 1,
          because: this.#because(row.key),
        };
      case "held":
      case "ready":
      case "completed":
      case "cancelled":
        return { state: row.state };
    }
  }
}

interface JobRow {
  readonly key: number;
  readonly id: JobId;
  readonly position: number;
  readonly backoff: Millis;
  readonly since: Millis;
  readonly eligibleAt: Millis;
  readonly failures: number;
  readonly attempts: number;
  readonly token: number | null;
  readonly failedItself: number | null;
  readonly revision: number;
  readonly unmet: number;
  readonly state: JobState;
}

type RefRow = Pick<JobRow, "id" | "state" | "failedItself">;

const refOf = ({ id, state, failedItself }: RefRow): JobRef => ({
  id,
  state,
  failedItself: failedItself === 1,
});

type EventRow = Omit<JobEvent, "after"> & { readonly needs: string | null };

const eventOf = ({ needs, ...event }: EventRow): JobEvent => ({
  ...event,
  after: needs === null ? null : (JSON.parse(needs) as JobId[]),
});

const selectJob = `SELECT key, id, position, backoff, since, eligible_at AS eligibleAt, failures, attempts, token,
  failed_itself AS failedItself, revision, (SELECT count(*) ${UNMET}) AS unmet, ${STATE} AS state FROM job`;

const selectRef = `SELECT job.id, job.failed_itself AS failedItself, ${STATE} AS state FROM job`;

type Statements = ReturnType<typeof prepare>;

function prepare(db: Database.Database) {
  return {
    isKnown: db.prepare("SELECT 1 FROM job WHERE id = ?"),
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
    lastFailure: db.prepare(
      "SELECT reason, actor FROM event WHERE job = ? AND kind = 'failed' ORDER BY seq DESC LIMIT 1",
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
    history: db.prepare(
      `SELECT seq, at, kind, actor, reason, attempt, delay, needs,
         (SELECT id FROM job WHERE key = cause) AS cause
       FROM event WHERE job = ? ORDER BY seq DESC LIMIT ${String(PAGE_LIMIT)}`,
    ),
    historyTotal: db.prepare("SELECT count(*) FROM event WHERE job = ?").pluck(),
  };
}

/** The journal on SQLite: a row for each job, an event for each change, both in the batch's one transaction. */

import type Database from "better-sqlite3";
import type { Change } from "../../changes.ts";
import type { Job } from "../../job.ts";
import type { Phase } from "../../model.ts";
import type { StoredJob, StoredLab } from "../../stored-lab.ts";
import type { Circumstances, Counters, Journal } from "../journal.ts";
import type { OpenDatabase } from "./open.ts";

export class SqliteJournal implements Journal {
  readonly maxFailures: number;
  readonly #db: Database.Database;
  readonly #close: () => void;
  readonly #statements: Statements;

  /** `maxFailures` is what a new file gets; an old one keeps its own. */
  constructor({ writer: db, close }: Pick<OpenDatabase, "writer" | "close">, maxFailures: number) {
    db.prepare("INSERT INTO lab VALUES (1, ?, 0, 0, 0) ON CONFLICT DO NOTHING").run(maxFailures);
    this.maxFailures = db.prepare("SELECT max_failures FROM lab").pluck().get() as number;
    this.#db = db;
    this.#close = close;
    this.#statements = prepare(db);
  }

  load(): StoredLab {
    const counters = this.#db
      .prepare("SELECT clock, last_token AS lastToken, last_quarantine_order AS lastQuarantineOrder FROM lab")
      .get() as Counters;
    const jobs = this.#db.prepare("SELECT * FROM job ORDER BY key").all() as JobRow[];
    const edges = this.#db
      .prepare(
        `SELECT job, needs FROM prerequisite JOIN job ON job.key = prerequisite.job
         WHERE phase NOT IN ('completed', 'cancelled') ORDER BY job, place`,
      )
      .raw()
      .iterate() as IterableIterator<[number, number]>;
    return { ...counters, jobs: jobs.map(storedJob), edges };
  }

  begin(): void {
    this.#statements.begin.run();
  }

  append(changes: readonly Change[], circumstances: Circumstances): void {
    for (const change of changes) {
      this.#writeJob(change, circumstances);
      this.#writeEvent(change, circumstances);
    }
  }

  commit({ clock, lastToken, lastQuarantineOrder }: Counters): void {
    this.#statements.counters.run(clock, lastToken, lastQuarantineOrder);
    this.#statements.commit.run();
  }

  rollback(): void {
    if (this.#db.inTransaction) this.#statements.rollback.run();
  }

  close(): void {
    this.#close();
  }

  #writeJob({ kind, job }: Change, { at }: Circumstances): void {
    const row = jobRow(job, at);
    if (kind === "submitted") this.#statements.insertJob.run(row);
    else this.#statements.updateJob.run(row);
    if (kind === "submitted" || kind === "prerequisites") this.#writeEdges(job);
  }

  #writeEdges(job: Job): void {
    this.#statements.deleteEdges.run(job.key);
    for (const [place, needed] of job.prerequisites.entries()) {
      this.#statements.insertEdge.run(job.key, place, needed.key);
    }
  }

  #writeEvent(change: Change, { actor, reason, clock, at }: Circumstances): void {
    const { kind, job } = change;
    const onClaim = kind === "claimed" || kind === "failed" || kind === "completed";
    const withNeeds = kind === "submitted" || kind === "prerequisites";
    this.#statements.insertEvent.run({
      at,
      clock,
      kind,
      actor,
      reason,
      job: job.key,
      attempt: onClaim ? job.attempts : null,
      token: onClaim ? job.token : null,
      delay: kind === "failed" ? (change.delay ?? null) : null,
      eligibleAt: kind === "claimed" || kind === "completed" ? null : job.eligibleAt,
      cause: kind === "quarantined" || kind === "released" ? (change.cause?.key ?? null) : null,
      needs: withNeeds ? JSON.stringify(job.prerequisites.map((needed) => needed.id)) : null,
    });
  }
}

/** A row of the table `job`. */
interface JobRow {
  readonly key: number;
  readonly id: string;
  readonly backoff: number;
  readonly position: number;
  readonly phase: Phase;
  readonly since: number;
  readonly eligible_at: number;
  readonly failures: number;
  readonly lifetime_failures: number;
  readonly attempts: number;
  readonly token: number | null;
  readonly quarantine_order: number | null;
  readonly failed_itself: number | null;
  readonly revision: number;
}

/** `at`: when it entered its phase, if it has just done so. */
function jobRow(job: Job, at: number): JobRow {
  const quarantined = job.phase === "quarantined";
  return {
    key: job.key,
    id: job.id,
    backoff: job.backoff,
    position: job.position,
    phase: job.phase,
    since: at,
    eligible_at: job.eligibleAt,
    failures: job.failures,
    lifetime_failures: job.lifetimeFailures,
    attempts: job.attempts,
    token: job.token || null,
    quarantine_order: quarantined ? job.quarantineOrder : null,
    failed_itself: quarantined ? Number(job.failedItself) : null,
    revision: job.revision,
  };
}

function storedJob(row: JobRow): StoredJob {
  return {
    key: row.key,
    id: row.id,
    backoff: row.backoff,
    position: row.position,
    phase: row.phase,
    eligibleAt: row.eligible_at,
    failures: row.failures,
    lifetimeFailures: row.lifetime_failures,
    attempts: row.attempts,
    token: row.token ?? 0,
    quarantineOrder: row.quarantine_order ?? 0,
    failedItself: row.failed_itself === 1,
    revision: row.revision,
  };
}

type Statements = ReturnType<typeof prepare>;

function prepare(db: Database.Database) {
  return {
    begin: db.prepare("BEGIN IMMEDIATE"),
    commit: db.prepare("COMMIT"),
    rollback: db.prepare("ROLLBACK"),
    counters: db.prepare("UPDATE lab SET clock = ?, last_token = ?, last_quarantine_order = ?"),
    insertJob: db.prepare(
      `INSERT INTO job VALUES (:key, :id, :backoff, :position, :phase, :since, :eligible_at, :failures,
         :lifetime_failures, :attempts, :token, :quarantine_order, :failed_itself, :revision)`,
    ),
    updateJob: db.prepare(
      `UPDATE job SET since = iif(phase = :phase, since, :since), position = :position, phase = :phase,
         eligible_at = :eligible_at, failures = :failures, lifetime_failures = :lifetime_failures,
         attempts = :attempts, token = :token, quarantine_order = :quarantine_order,
         failed_itself = :failed_itself, revision = :revision
       WHERE key = :key`,
    ),
    deleteEdges: db.prepare("DELETE FROM prerequisite WHERE job = ?"),
    insertEdge: db.prepare("INSERT INTO prerequisite (job, place, needs) VALUES (?, ?, ?)"),
    insertEvent: db.prepare(
      `INSERT INTO event (at, clock, kind, job, actor, reason, attempt, token, delay, eligible_at, cause, needs)
       VALUES (:at, :clock, :kind, :job, :actor, :reason, :attempt, :token, :delay, :eligibleAt, :cause, :needs)`,
    ),
  };
}

/** The journal on SQLite: a row for each job, an event for each change, both in the batch's one transaction. */

import type Database from "better-sqlite3";
import type { Change, JobChange } from "../../changes.ts";
import type { OnExpiry, RetryPosition } from "../../model.ts";
import type { Counters, StoredLab } from "../../stored-lab.ts";
import type { Circumstances, Journal, LabSettings } from "../journal.ts";
import { EVENT_COLUMNS, eventRow } from "./event-row.ts";
import {
  CHANGING_COLUMNS,
  CLAIM_COLUMNS,
  changingColumns,
  JOB_COLUMNS,
  listColumn,
  storedJob,
  submittedColumns,
  type JobRow,
} from "./job-row.ts";
import type { LabDatabase } from "./database.ts";
import { graver, isDiskFull, isMoved, mendingFor, troubleWith, type Mending } from "./trouble.ts";

export class SqliteJournal implements Journal {
  readonly settings: LabSettings;
  readonly #database: LabDatabase;
  #statements: Statements;
  /** Number of the last event that was written. */
  #lastEvent: number;
  /** What the failures since the file was last trusted ask for. */
  #mending: Mending = "undo";
  /** It recovered, and nothing has been stored since. */
  #isOnTrial = false;

  /** `settings` is what a new file gets; an old one keeps its own. */
  constructor(database: LabDatabase, settings: LabSettings) {
    this.#database = database;
    this.#statements = prepare(database.writer);
    this.#statements.makeLab.run(settings);
    const { max_failures, lease, retry_position, on_expiry } = this.#lab();
    this.settings = {
      maxFailures: max_failures,
      lease,
      retryPosition: retry_position,
      onExpiry: on_expiry,
    };
    this.#lastEvent = database.mark.answered.event;
  }

  get shortage(): string | null {
    return this.#database.reserve.shortage;
  }

  get loss(): string | null {
    return this.#database.loss;
  }

  load(): StoredLab {
    const { clock, last_token, last_position, last_quarantine_order, paused } = this.#lab();
    const rows = this.#database.writer
      .prepare(`SELECT ${JOB_COLUMNS.join(", ")} FROM job ORDER BY key`)
      .iterate();
    return {
      clock,
      // What the mark says was answered: a token is never given twice, even if the file has lost a claim (rule C3).
      lastToken: Math.max(last_token, this.#database.mark.answered.token),
      lastPosition: last_position,
      lastQuarantineOrder: last_quarantine_order,
      paused: paused === 1,
      // One by one: all rows at once would need more room than the jobs.
      jobs: Array.from(rows as Iterable<JobRow>, storedJob),
      edges: this.#edges(),
    };
  }

  begin(): void {
    this.#database.checkPlace();
    this.#database.shortenLog();
    this.#statements.begin.run();
  }

  append(change: Change, circumstances: Circumstances): void {
    if ("job" in change) this.#writeJob(change, circumstances);
    const { lastInsertRowid } = this.#statements.insertEvent.run(eventRow(change, circumstances));
    this.#lastEvent = Number(lastInsertRowid);
  }

  commit(counters: Counters): void {
    this.#statements.counters.run({ ...counters, paused: Number(counters.paused) });
    this.#statements.commit.run();
    this.#database.mark.write({ event: this.#lastEvent, token: counters.lastToken });
    this.#isOnTrial = false;
  }

  recover(error: unknown): void {
    this.#mending = graver(this.#mending, mendingFor(error));
    // What undoing the batch didn't mend is thrown away with its connections, unless they have all there is.
    if (this.#isOnTrial && !isMoved(error)) this.#mending = graver(this.#mending, "reopen");
    this.#isOnTrial = true;
    if (isDiskFull(error)) this.#database.reserve.giveBack();
    if (this.#mending === "undo") {
      if (this.#database.writer.inTransaction) this.#statements.rollback.run();
    } else {
      this.#database.renew(this.#mending);
      this.#statements = prepare(this.#database.writer);
    }
    this.#mending = "undo";
    this.#lastEvent = this.#database.mark.answered.event;
  }

  tell(error: unknown): string {
    return troubleWith(this.#database.file, error);
  }

  tend(): void {
    this.#database.mark.sync();
    this.#database.reserve.keep();
  }

  close(): void {
    this.#database.close();
  }

  /** Looked up when they are asked for: a query left open would keep its connection from being closed. */
  *#edges(): Generator<[number, number]> {
    yield* this.#statements.edges.iterate() as IterableIterator<[number, number]>;
  }

  #lab(): LabRow {
    return this.#statements.lab.get() as LabRow;
  }

  #writeJob(change: JobChange, { at }: Circumstances): void {
    const { kind, job } = change;
    if (kind === "submitted") {
      this.#statements.insertJob.run({
        ...submittedColumns(job),
        ...changingColumns(job),
        since: at,
        payload: change.payload === null ? null : JSON.stringify(change.payload),
        labels: listColumn(change.labels),
      });
    } else if (kind === "extended") {
      this.#statements.extend.run(job.deadline, job.revision, job.key);
    } else {
      const { updateClaim, updateJob } = this.#statements;
      const update = kind === "claimed" || kind === "completed" ? updateClaim : updateJob;
      update.run({ ...changingColumns(job), key: job.key, since: at });
    }
    if (kind === "submitted") this.#writeEdges(change);
    if (kind === "prerequisites") {
      this.#statements.deleteEdges.run(job.key);
      this.#writeEdges(change);
    }
  }

  /** Those of a job that becomes final stay: they tell what it needed. */
  #writeEdges({ job }: JobChange): void {
    for (const [place, needed] of job.prerequisites.entries()) {
      this.#statements.insertEdge.run(job.key, place, needed.key);
    }
  }
}

/** The one row of the table `lab`. */
interface LabRow {
  readonly max_failures: number;
  readonly lease: number | null;
  readonly retry_position: RetryPosition;
  readonly on_expiry: OnExpiry;
  readonly clock: number;
  readonly last_token: number;
  readonly last_position: number;
  readonly last_quarantine_order: number;
  readonly paused: number;
}

type Statements = ReturnType<typeof prepare>;

function prepare(db: Database.Database) {
  return {
    begin: db.prepare("BEGIN IMMEDIATE"),
    commit: db.prepare("COMMIT"),
    rollback: db.prepare("ROLLBACK"),
    lab: db.prepare("SELECT * FROM lab"),
    edges: db
      .prepare(
        `SELECT job, needs FROM prerequisite JOIN job ON job.key = prerequisite.job
         WHERE phase NOT IN ('completed', 'cancelled') ORDER BY job, place`,
      )
      .raw(),
    makeLab: db.prepare(
      `INSERT INTO lab VALUES (1, :maxFailures, :lease, :retryPosition, :onExpiry, 0, 0, 0, 0, 0)
       ON CONFLICT DO NOTHING`,
    ),
    counters: db.prepare(
      `UPDATE lab SET clock = :clock, last_token = :lastToken, last_position = :lastPosition,
         last_quarantine_order = :lastQuarantineOrder, paused = :paused`,
    ),
    insertJob: db.prepare(insert("job", [...JOB_COLUMNS, "since", "payload", "labels"])),
    updateJob: db.prepare(update(CHANGING_COLUMNS)),
    updateClaim: db.prepare(update(CLAIM_COLUMNS)),
    extend: db.prepare("UPDATE job SET deadline = ?, revision = ? WHERE key = ?"),
    deleteEdges: db.prepare("DELETE FROM prerequisite WHERE job = ?"),
    insertEdge: db.prepare("INSERT INTO prerequisite (job, place, needs) VALUES (?, ?, ?)"),
    insertEvent: db.prepare(insert("event", EVENT_COLUMNS)),
  };
}

const insert = (table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((column) => `:${column}`).join(", ")})`;

const update = (columns: readonly string[]): string =>
  `UPDATE job SET since = iif(phase = :phase, since, :since),
     ${columns.map((column) => `${column} = :${column}`).join(", ")} WHERE key = :key`;

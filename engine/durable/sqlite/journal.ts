/** The journal on SQLite: a row for each job, an event for each change, both in the batch's one transaction. */

import type Database from "better-sqlite3";
import type { JobChange } from "../../changes.ts";
import type { Job } from "../../job.ts";
import type { JobId, Millis } from "../../model.ts";
import type { Counters, StoredJob, StoredLab } from "../../stored-lab.ts";
import type { Answered, Circumstances, Journal, LabSettings, RequestName, Told } from "../journal.ts";
import type { JournalDatabase } from "./database.ts";
import { EVENT_COLUMNS, eventValues, hashOf, NO_HASH } from "./event-row.ts";
import {
  CHANGING_COLUMNS,
  changingValues,
  CLAIM_COLUMNS,
  claimValues,
  GIVEN_COLUMNS,
  JOB_COLUMNS,
  storedJob,
  submittedValues,
  type JobRow,
} from "./job-row.ts";
import { countersOf, labColumns, settingsOf, type LabRow } from "./lab-row.ts";
import { graver, isDiskFull, isMoved, mendingFor, troubleWith, type Mending } from "./trouble.ts";

export class SqliteJournal implements Journal {
  readonly settings: LabSettings;
  readonly #database: JournalDatabase;
  #statements: Statements;
  /** What the failures since the file was last trusted ask for. */
  #mending: Mending = "undo";
  /** It recovered, and nothing has been stored since. */
  #isOnTrial = false;
  /** The end of the chain of events. */
  #lastSeq = 0;
  #lastHash = NO_HASH;

  /** `settings` is what a new file gets; an old one keeps its own. */
  constructor(database: JournalDatabase, settings: LabSettings) {
    this.#database = database;
    this.#statements = prepare(database.writer);
    const { maxFailures, lease, retryPosition, onExpiry, holdLate } = settings;
    this.#statements.makeLab.run(maxFailures, lease, retryPosition, onExpiry, Number(holdLate));
    this.settings = settingsOf(this.#lab());
  }

  get shortage(): string | null {
    return this.#database.reserve.shortage;
  }

  get loss(): string | null {
    return this.#database.loss;
  }

  load(): StoredLab & { readonly wall: Millis } {
    const last = this.#statements.lastEvent.get() as { seq: number; hash: Buffer } | undefined;
    this.#lastSeq = last?.seq ?? 0;
    this.#lastHash = last?.hash ?? NO_HASH;
    const { live, needed } = this.#statements;
    const counters = countersOf(this.#lab());
    const jobs = [live, needed].flatMap((rows) =>
      // One by one: all rows at once would need more room than the jobs.
      Array.from(rows.iterate() as Iterable<JobRow>, storedJob),
    );
    return {
      ...counters,
      // What the mark says was answered: a token is never given twice, even if the file has lost a claim (rule C3).
      lastToken: Math.max(counters.lastToken, this.#database.mark.answered.token),
      jobs: jobs.sort((a, b) => a.key - b.key),
      edges: this.#edges(),
    };
  }

  find(id: JobId): StoredJob | undefined {
    const row = this.#statements.find.get(id) as JobRow | undefined;
    return row && storedJob(row);
  }

  holderOf({ key }: Job): string | undefined {
    return this.#statements.holder.get(key) as string | undefined;
  }

  answerTo({ actor, id }: RequestName): Answered | undefined {
    return this.#statements.answer.get(actor, id) as Answered | undefined;
  }

  begin(): void {
    this.#database.checkPlace();
    this.#database.shortenLog();
    this.#statements.begin.run();
  }

  append(told: Told, circumstances: Circumstances): void {
    if ("job" in told && told.kind !== "late") this.#writeJob(told, circumstances.at);
    const values = eventValues(this.#lastSeq + 1, told, circumstances);
    const hash = hashOf(this.#lastHash, values);
    this.#statements.insertEvent.run(...values, hash);
    this.#lastSeq += 1;
    this.#lastHash = hash;
  }

  remember({ actor, id }: RequestName, { content, answer }: Answered, clock: Millis): void {
    this.#statements.remember.run(actor, id, content, answer, clock);
  }

  forgetAnswers(clock: Millis): void {
    this.#statements.forgetAnswers.run(clock);
  }

  commit(counters: Counters, wall: Millis): void {
    this.#statements.counters.run(...labColumns(counters, wall));
    this.#statements.commit.run();
    this.#database.mark.write({ event: this.#lastSeq, token: counters.lastToken });
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

  #writeJob(change: JobChange, since: Millis): void {
    const { kind, job } = change;
    const { insertJob, extend, updateClaim, updateJob } = this.#statements;
    if (kind === "submitted") insertJob.run(...submittedValues(change), since);
    else if (kind === "extended") extend.run(job.deadline, job.revision, job.key);
    else if (kind === "claimed" || kind === "completed") {
      updateClaim.run(job.phase, since, ...claimValues(job), job.key);
    } else updateJob.run(job.phase, since, ...changingValues(job), job.key);
    if (kind === "prerequisites") this.#statements.deleteEdges.run(job.key);
    if (kind === "submitted" || kind === "prerequisites") this.#writeEdges(job);
  }

  /** Those of a job that becomes final stay: they tell what it needed. */
  #writeEdges(job: Job): void {
    for (const [place, needed] of job.prerequisites.entries()) {
      this.#statements.insertEdge.run(job.key, place, needed.key);
    }
  }
}

type Statements = ReturnType<typeof prepare>;

/** Spelled out, so that the index on phases serves. */
const LIVE = "(job.phase = 'open' OR job.phase = 'claimed' OR job.phase = 'quarantined')";

const of = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${table}.${column}`).join(", ");

function prepare(db: Database.Database) {
  return {
    begin: db.prepare("BEGIN IMMEDIATE"),
    commit: db.prepare("COMMIT"),
    rollback: db.prepare("ROLLBACK"),
    lab: db.prepare("SELECT * FROM lab"),
    makeLab: db.prepare(
      "INSERT INTO lab VALUES (1, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0, 0, 0, 0, 0) ON CONFLICT DO NOTHING",
    ),
    counters: db.prepare(
      `UPDATE lab SET wall = ?, clock = ?, last_key = ?, last_token = ?, last_position = ?,
         last_quarantine_order = ?, paused = ?, completed = ?, cancelled = ?`,
    ),
    lastEvent: db.prepare("SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1"),
    live: db.prepare(`SELECT ${of("job", JOB_COLUMNS)} FROM job WHERE ${LIVE}`),
    needed: db.prepare(
      `SELECT ${of("needed", JOB_COLUMNS)} FROM job AS needed
       WHERE (needed.phase = 'completed' OR needed.phase = 'cancelled') AND needed.key IN (
         SELECT needs FROM job CROSS JOIN prerequisite ON prerequisite.job = job.key WHERE ${LIVE})`,
    ),
    edges: db
      .prepare(
        `SELECT job, needs FROM job CROSS JOIN prerequisite ON prerequisite.job = job.key
         WHERE ${LIVE} ORDER BY job, place`,
      )
      .raw(),
    find: db.prepare(`SELECT ${JOB_COLUMNS.join(", ")} FROM job WHERE id = ?`),
    holder: db
      .prepare("SELECT actor FROM event WHERE job = ? AND kind = 'claimed' ORDER BY seq DESC LIMIT 1")
      .pluck(),
    answer: db.prepare("SELECT content, answer FROM request WHERE actor = ? AND id = ?"),
    remember: db.prepare("INSERT INTO request (actor, id, content, answer, clock) VALUES (?, ?, ?, ?, ?)"),
    forgetAnswers: db.prepare("DELETE FROM request WHERE clock < ?"),
    insertJob: db.prepare(insert("job", [...JOB_COLUMNS, ...GIVEN_COLUMNS, "since"])),
    updateJob: db.prepare(update(CHANGING_COLUMNS)),
    updateClaim: db.prepare(update(CLAIM_COLUMNS)),
    extend: db.prepare("UPDATE job SET deadline = ?, revision = ? WHERE key = ?"),
    deleteEdges: db.prepare("DELETE FROM prerequisite WHERE job = ?"),
    insertEdge: db.prepare("INSERT INTO prerequisite (job, place, needs) VALUES (?, ?, ?)"),
    insertEvent: db.prepare(insert("event", [...EVENT_COLUMNS, "hash"])),
  };
}

const insert = (table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;

/** Takes the phase and the time first: `since` tells when the job entered its phase. */
const update = (columns: readonly string[]): string =>
  `UPDATE job SET since = iif(phase = ?, since, ?), ${columns.map((column) => `${column} = ?`).join(", ")} WHERE key = ?`;

/** Compares what is stored of a job, or of the lab, with what its events make of it; tells each difference. */

import type { Database } from "better-sqlite3";
import type { Job } from "../../../job.ts";
import {
  CHANGING_COLUMNS,
  changingValues,
  GIVEN_COLUMNS,
  JOB_COLUMNS,
  submittedValues,
  type Value,
} from "../job-row.ts";
import type { LabRow } from "../lab-row.ts";
import type { Findings } from "./findings.ts";
import type { ReplayedJob, ReplayedLab, ReplayListener } from "./replayed-lab.ts";
import type { Given } from "../../../changes.ts";

const SUBMITTED_COLUMNS = JOB_COLUMNS.slice(0, JOB_COLUMNS.length - CHANGING_COLUMNS.length);
const FIXED_COLUMNS = [...SUBMITTED_COLUMNS, ...GIVEN_COLUMNS];
const LEASE = CHANGING_COLUMNS.indexOf("lease");

export class Comparison implements ReplayListener {
  readonly #findings: Findings;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: Database, findings: Findings) {
    this.#findings = findings;
    this.#statements = prepare(db);
  }

  /** What never changes: compared at once, so that it need not be kept. */
  onSubmitted({ job }: ReplayedJob, given: Given): void {
    const stored = this.#statements.fixed.get(job.key) as Value[] | undefined;
    if (stored === undefined) {
      this.#findings.add(`Job ${job.id} was submitted by its events, but isn't stored.`);
      return;
    }
    const told = submittedValues({ kind: "submitted", job, ...given });
    const fixed = [...told.slice(0, SUBMITTED_COLUMNS.length), ...told.slice(JOB_COLUMNS.length)];
    this.#compare(job, FIXED_COLUMNS, stored, fixed);
  }

  /** Nothing of a final job changes any more. */
  onFinal(replayed: ReplayedJob): void {
    this.compareJob(replayed);
  }

  compareJob({ job, needs }: ReplayedJob): void {
    const stored = this.#statements.changing.get(job.key) as Value[] | undefined;
    if (stored === undefined) return;
    const told = changingValues(job);
    // A deadline at the end of time doesn't tell of how long a lease.
    if (job.deadline === Number.MAX_SAFE_INTEGER) told[LEASE] = stored[LEASE] ?? null;
    this.#compare(job, CHANGING_COLUMNS, stored, told);
    const edges = this.#statements.edges.all(job.key) as string[];
    if (edges.length === 0 ? needs !== "[]" : !sameIds(edges, needs)) {
      this.#findings.add(
        `Job ${job.id} is stored as needing ${listOf(edges)}; its events say ${listOf(JSON.parse(needs) as string[])}.`,
      );
    }
  }

  /** Jobs that no event submitted. */
  compareCount(submitted: number): void {
    if (this.#statements.count.get() === submitted) return;
    for (const id of this.#statements.unsubmitted.iterate() as Iterable<string>) {
      this.#findings.add(`Job ${id} is stored, but no event submitted it.`);
    }
  }

  compareLab({ counters, clock }: ReplayedLab): void {
    const lab = this.#statements.lab.get() as LabRow | undefined;
    if (lab === undefined) {
      this.#findings.add("The row of the lab itself is missing.");
      return;
    }
    const rows: readonly (readonly [string, number, number])[] = [
      ["number of the last job", lab.last_key, counters.lastKey],
      ["last token", lab.last_token, counters.lastToken],
      ["last position", lab.last_position, counters.lastPosition],
      ["last entry into quarantine", lab.last_quarantine_order, counters.lastQuarantineOrder],
      ["pause (1 for paused)", lab.paused, Number(counters.paused)],
      ["number of completed jobs", lab.completed, counters.completed],
      ["number of cancelled jobs", lab.cancelled, counters.cancelled],
    ];
    for (const [what, stored, told] of rows) {
      if (stored === told) continue;
      this.#findings.add(`The lab's ${what} is stored as ${String(stored)}; the events say ${String(told)}.`);
    }
    if (lab.clock < clock) {
      this.#findings.add(
        `The lab's running time is stored as ${String(lab.clock)}; there is an event of ${String(clock)}.`,
      );
    }
  }

  #compare(job: Job, columns: readonly string[], stored: readonly Value[], told: readonly Value[]): void {
    for (let place = 0; place < columns.length; place += 1) {
      const [is, should] = [stored[place] ?? null, told[place] ?? null];
      if (is === should || isNearly(is, should)) continue;
      const what = (columns[place] ?? "").replaceAll("_", " ");
      this.#findings.add(
        `Job ${job.id}: its ${what} is stored as ${shown(is)}; its events say ${shown(should)}.`,
      );
    }
  }
}

function prepare(db: Database) {
  return {
    fixed: db.prepare(`SELECT ${FIXED_COLUMNS.join(", ")} FROM job WHERE key = ?`).raw(),
    changing: db.prepare(`SELECT ${CHANGING_COLUMNS.join(", ")} FROM job WHERE key = ?`).raw(),
    edges: db
      .prepare(
        `SELECT needed.id FROM prerequisite JOIN job AS needed ON needed.key = prerequisite.needs
         WHERE prerequisite.job = ? ORDER BY place`,
      )
      .pluck(),
    count: db.prepare("SELECT count(*) FROM job").pluck(),
    unsubmitted: db
      .prepare(
        `SELECT id FROM job WHERE NOT EXISTS (
           SELECT 1 FROM event WHERE event.job = job.key AND event.kind = 'submitted')`,
      )
      .pluck(),
    lab: db.prepare("SELECT * FROM lab"),
  };
}

/** SQLite wrote the fractions of older events with 15 digits. */
const isNearly = (a: Value, b: Value): boolean =>
  typeof a === "number" &&
  typeof b === "number" &&
  !(Number.isInteger(a) && Number.isInteger(b)) &&
  Math.abs(a - b) <= 1e-14 * Math.abs(a);

const sameIds = (edges: readonly string[], needs: string): boolean =>
  needs === JSON.stringify(edges) || JSON.stringify(JSON.parse(needs)) === JSON.stringify(edges);

const listOf = (ids: readonly string[]): string => (ids.length === 0 ? "nothing" : shown(ids.join(", ")));

const LONGEST = 80;

function shown(value: Value): string {
  const text = value === null ? "nothing" : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

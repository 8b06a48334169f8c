/**
 * Makes the file of a lab with a long past, by plain SQL: jobs of plates of 96 samples, most of them completed, each
 * event that brought them there, and as many heartbeats as it takes. Nothing in it is left to chance.
 */

import Database from "better-sqlite3";
import { SqliteJournal } from "../../engine/durable/sqlite/journal.ts";
import { openDatabase } from "../../engine/durable/sqlite/open.ts";

export interface LargeLab {
  readonly jobs: number;
  /** Beyond those of the jobs, heartbeats. */
  readonly events: number;
  /** Wall clock of the first event, milliseconds. */
  readonly from: number;
  /** Over how long the events are spread. */
  readonly span: number;
}

/** Of 1,000 jobs in a row, which are what: the rest is completed. The last tenth of all jobs is still open. */
const isOpen = "n > :jobs * 9 / 10";
const PHASE = `CASE WHEN n % 1000 = 7 THEN 'quarantined' WHEN n % 1000 = 8 THEN 'cancelled'
  WHEN NOT ${isOpen} THEN 'completed' WHEN n % 2000 = 9 THEN 'claimed' ELSE 'open' END`;
const FAILED = "n % 20 = 7";
const STATION = "'robot-' || (n % 8)";

export function makeLargeLab(file: string, { jobs, events, from, span }: LargeLab): void {
  new SqliteJournal(openDatabase(file, {}), {
    maxFailures: 3,
    lease: null,
    retryPosition: "original",
    onExpiry: "inspect",
    holdLate: false,
  }).close();
  const db = new Database(file);
  db.pragma("synchronous = OFF");
  db.pragma("cache_size = -262144");
  db.exec(`CREATE TEMP TABLE made AS
    WITH RECURSIVE number (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number WHERE n < ${String(jobs)})
    SELECT n FROM number`);
  const run = (sql: string) => db.prepare(sql).run({ jobs, events, from, span });
  db.transaction(() => {
    run(`INSERT INTO job (key, id, backoff, requires, labels, priority, position, phase, since, eligible_at, failures,
        lifetime_failures, attempts, token, lease, deadline, quarantine_order, failed_itself, held, held_by,
        held_reason, by_hand, revision)
      SELECT n, printf('run-%04d-S%07d-%s', n / 960, n, CASE n % 4 WHEN 0 THEN 'wash' WHEN 1 THEN 'spin'
          WHEN 2 THEN 'elute' ELSE 'read' END), 60000,
        iif(n % 2 = 0, json_array('capability-' || (n % 10)), iif(n % 100000 = 3, json_array('sequencer'), NULL)),
        iif(n % 3 = 0, json_array(printf('PLATE-%06d', n / 96), 'lot-' || (n % 5)), NULL),
        iif(n % 5000 = 11, 10, 0), n, phase, :from + n * :span / :jobs, iif(phase = 'open' AND n % 500 = 0, 2000000000, 0),
        iif(phase = 'quarantined', 3, 0), iif(phase = 'quarantined', 3, ${FAILED}),
        CASE WHEN phase IN ('open', 'cancelled') THEN ${FAILED} WHEN phase = 'quarantined' THEN 3 ELSE 1 + (${FAILED}) END,
        iif(phase IN ('open', 'cancelled') AND NOT (${FAILED}), NULL, n), NULL, NULL,
        iif(phase = 'quarantined', n, NULL), iif(phase = 'quarantined', 1, NULL),
        phase = 'open' AND n % 30000 = 4, NULL, NULL, 0, 1
      FROM (SELECT n, ${PHASE} AS phase FROM made)`);
    run(`INSERT INTO prerequisite SELECT n, 0, n - 1 FROM made WHERE ${isOpen} AND n % 4 <> 0`);
    // In the order of time: each job is claimed and completed a little after it was submitted.
    run(`INSERT INTO event (hash, facts, at, clock, kind, job, actor, reason, attempt, token, deadline, delay, eligible_at, position,
        priority, quarantine_order, needs)
      SELECT zeroblob(32), iif(kind = 'submitted', '{}', NULL), :from + n * :span / :jobs, n, kind, n, iif(kind = 'submitted', 'ada', ${STATION}),
        iif(kind = 'failed', 'Tip ' || (n % 1000) || ' clogged' || iif(n = 77777, ' with rare kryptonite', ''), NULL),
        iif(kind IN ('submitted', 'quarantined'), NULL, 1), iif(kind IN ('submitted', 'quarantined'), NULL, n),
        iif(kind = 'extended', n, NULL), NULL,
        iif(kind = 'submitted', 0, NULL), iif(kind = 'submitted', n, NULL), iif(kind = 'submitted', 0, NULL),
        iif(kind = 'quarantined', n, NULL), iif(kind = 'submitted', '[]', NULL)
      FROM (SELECT n, ${PHASE} AS phase FROM made)
        CROSS JOIN (SELECT 1 AS place, 'submitted' AS kind UNION ALL SELECT 2, 'claimed' UNION ALL SELECT 3, 'extended'
          UNION ALL SELECT 4, 'extended' UNION ALL SELECT 5, 'failed' UNION ALL SELECT 6, 'completed'
          UNION ALL SELECT 7, 'quarantined')
      WHERE kind = 'submitted'
        OR (kind = 'claimed' AND (phase NOT IN ('open', 'cancelled') OR ${FAILED}))
        OR (kind = 'extended' AND phase = 'completed' AND n * 3 + place < :events)
        OR (kind = 'failed' AND ${FAILED}) OR (kind = phase AND kind IN ('completed', 'quarantined'))`);
    run(
      `UPDATE lab SET clock = :jobs, last_token = :jobs, last_position = :jobs, last_quarantine_order = :jobs`,
    );
  })();
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
}

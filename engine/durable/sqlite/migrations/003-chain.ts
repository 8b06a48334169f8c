/**
 * What it takes to prove that nothing is missing: events in a chain of hashes, with all that a job was submitted with;
 * requests with their answers; counts of what is finished, so that a start need not read it.
 */

import type { Database } from "better-sqlite3";
import { EVENT_COLUMNS, hashOf, NO_HASH } from "../event-row.ts";
import type { Value } from "../job-row.ts";
import { isOneOf } from "./is-one-of.ts";

/** The most frequent first. */
const JOB_KINDS = [
  "claimed",
  "completed",
  "extended",
  "submitted",
  "failed",
  "expired",
  "quarantined",
  "released",
  "redriven",
  "prerequisites",
  "priority",
  "held",
  "unheld",
  "takenBack",
  "completedByHand",
  "cancelled",
  "due",
  "late",
];
const LAB_KINDS = ["paused", "resumed", "clockJumped", "restored", "lost"];

const tables = `
CREATE TABLE new_lab (
  one                   INTEGER PRIMARY KEY CHECK (one = 1),
  max_failures          INTEGER NOT NULL CHECK (max_failures >= 1),
  lease                 INTEGER CHECK (lease >= 0),
  retry_position        TEXT NOT NULL CHECK (retry_position IN ('original', 'tail')),
  on_expiry             TEXT NOT NULL CHECK (on_expiry IN ('retry', 'inspect')),
  hold_late             INTEGER NOT NULL CHECK (hold_late IN (0, 1)),
  clock                 INTEGER NOT NULL CHECK (clock >= 0),
  wall                  INTEGER NOT NULL,
  last_key              INTEGER NOT NULL CHECK (last_key >= 0),
  last_token            INTEGER NOT NULL CHECK (last_token >= 0),
  last_position         INTEGER NOT NULL CHECK (last_position >= 0),
  last_quarantine_order INTEGER NOT NULL CHECK (last_quarantine_order >= 0),
  paused                INTEGER NOT NULL CHECK (paused IN (0, 1)),
  completed             INTEGER NOT NULL CHECK (completed >= 0),
  cancelled             INTEGER NOT NULL CHECK (cancelled >= 0)
) STRICT;

INSERT INTO new_lab
  SELECT one, max_failures, lease, retry_position, on_expiry, 1, clock,
    (SELECT coalesce(max(at), 0) FROM event), (SELECT coalesce(max(key), 0) FROM job),
    last_token, last_position, last_quarantine_order, paused,
    (SELECT count(*) FROM job WHERE phase = 'completed'), (SELECT count(*) FROM job WHERE phase = 'cancelled')
  FROM lab;
DROP TABLE lab;
ALTER TABLE new_lab RENAME TO lab;

-- By the wall clock; NULL for none, and once it was reached.
ALTER TABLE job ADD COLUMN not_before INTEGER CHECK (not_before > 0);

-- The only station that may be given it; how long it usually takes; until when its sample can be used, by the wall clock.
ALTER TABLE job ADD COLUMN station TEXT CHECK (station <> '');
ALTER TABLE job ADD COLUMN expected_ms INTEGER CHECK (expected_ms >= 0);
ALTER TABLE job ADD COLUMN use_by INTEGER CHECK (use_by >= 0);

-- The id of a request is its sender's; content is a SHA-256 of what was asked, answer JSON.
CREATE TABLE request (
  actor   TEXT NOT NULL,
  id      TEXT NOT NULL,
  content BLOB NOT NULL CHECK (length(content) = 32),
  answer  TEXT NOT NULL CHECK (json_valid(answer)),
  clock   INTEGER NOT NULL,
  PRIMARY KEY (actor, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX request_by_clock ON request (clock);

-- With each change its results, and of a submission all its facts. hash covers the row and the hash of the row before.
CREATE TABLE new_event (
  seq              INTEGER PRIMARY KEY,
  at               INTEGER NOT NULL,
  clock            INTEGER NOT NULL,
  kind             TEXT NOT NULL,
  command          TEXT,
  job              INTEGER REFERENCES job (key),
  actor            TEXT NOT NULL CHECK (actor <> ''),
  reason           TEXT,
  code             TEXT,
  attempt          INTEGER,
  token            INTEGER,
  deadline         INTEGER,
  delay            INTEGER CHECK (delay >= 0),
  eligible_at      INTEGER,
  position         INTEGER,
  priority         INTEGER,
  quarantine_order INTEGER,
  cause            INTEGER REFERENCES job (key) DEFERRABLE INITIALLY DEFERRED,
  needs            TEXT CHECK (json_valid(needs)),
  facts            TEXT CHECK (json_valid(facts)),
  result           TEXT CHECK (json_valid(result)),
  jump             INTEGER,
  hash             BLOB NOT NULL CHECK (length(hash) = 32),
  CHECK (iif(job IS NULL, ${isOneOf("kind", ...LAB_KINDS)}, ${isOneOf("kind", ...JOB_KINDS)})),
  CHECK (${isOneOf("kind", "claimed", "completed", "extended", "failed", "expired", "takenBack")} = (attempt IS NOT NULL)),
  CHECK ((attempt IS NOT NULL OR kind = 'late') = (token IS NOT NULL)),
  CHECK (kind IN ('claimed', 'extended') OR deadline IS NULL),
  CHECK (kind <> 'extended' OR deadline IS NOT NULL),
  CHECK (kind IN ('failed', 'expired') OR delay IS NULL),
  CHECK (kind = 'failed' OR code IS NULL),
  CHECK (kind IN ('completed', 'late', 'restored') OR result IS NULL),
  CHECK ((kind = 'submitted' OR delay IS NOT NULL) = (position IS NOT NULL)),
  CHECK (eligible_at IS NOT NULL OR NOT (${isOneOf("kind", "submitted", "redriven", "takenBack")} OR delay IS NOT NULL)),
  CHECK ((kind IN ('submitted', 'priority')) = (priority IS NOT NULL)),
  CHECK ((kind = 'quarantined') = (quarantine_order IS NOT NULL)),
  CHECK (cause IS NULL OR ${isOneOf("kind", "quarantined", "released", "cancelled")}),
  CHECK (kind <> 'released' OR cause IS NOT NULL),
  CHECK ((kind IN ('submitted', 'prerequisites')) = (needs IS NOT NULL)),
  CHECK ((kind = 'submitted') = (facts IS NOT NULL)),
  CHECK ((kind = 'clockJumped') = (jump IS NOT NULL))
) STRICT;
`;

/** Each event as it would be written today; what nobody noted (the command, a code) stays unknown. */
const oldEvents = `
SELECT seq, at, clock, kind, NULL, event.job, actor, reason, NULL, attempt, token, deadline, delay,
  event.eligible_at, event.position, event.priority, event.quarantine_order, cause, needs,
  iif(kind = 'submitted', (
    SELECT json_object('id', id, 'backoff', backoff, 'requires', json(requires), 'maxFailures', max_failures,
      'backoffFactor', backoff_factor, 'backoffMax', backoff_max, 'jitter', jitter, 'onExpiry', on_expiry,
      'payload', json(payload), 'labels', json(labels))
    FROM job WHERE key = event.job), NULL),
  NULL, NULL
FROM event ORDER BY seq`;

const endOfTables = `
DROP TABLE event;
ALTER TABLE new_event RENAME TO event;

CREATE INDEX event_by_job ON event (job, kind, seq);

-- For the foreign key: without it, each new job looks through all events while one of them names a job still to come.
CREATE INDEX event_by_cause ON event (cause) WHERE cause IS NOT NULL;

CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;

CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
`;

export function chain(db: Database): void {
  db.exec(tables);
  const columns = [...EVENT_COLUMNS, "hash"];
  const insert = db.prepare(
    `INSERT INTO new_event (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
  );
  const page = db.prepare(`SELECT * FROM (${oldEvents}) WHERE seq > ? ORDER BY seq LIMIT 10000`).raw();
  let before = NO_HASH;
  // In pages: a statement that is being read keeps the connection from writing.
  for (
    let rows = page.all(-1) as Value[][];
    rows.length > 0;
    rows = page.all(rows.at(-1)?.[0]) as Value[][]
  ) {
    for (const values of rows) insert.run(...values, (before = hashOf(before, values)));
  }
  db.exec(endOfTables);
}

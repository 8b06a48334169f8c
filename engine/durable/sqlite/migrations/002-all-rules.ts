/**
 * What the rules on options, leases, holds, pauses and work by hand need to keep. SQLite can't change a CHECK, so the
 * tables are made anew and take over the rows; what else stands in the file stays as it is.
 */

import { isOneOf } from "./is-one-of.ts";

const PHASES = ["claimed", "completed", "open", "quarantined", "cancelled"];

/** The most frequent first. */
const KINDS = [
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
  "paused",
  "resumed",
];

export const allRules = `
-- The lab's settings count where a job or a claim has none of its own. An older file gets the app's own for leases.
CREATE TABLE new_lab (
  one                   INTEGER PRIMARY KEY CHECK (one = 1),
  max_failures          INTEGER NOT NULL CHECK (max_failures >= 1),
  lease                 INTEGER CHECK (lease >= 0),
  retry_position        TEXT NOT NULL CHECK (retry_position IN ('original', 'tail')),
  on_expiry             TEXT NOT NULL CHECK (on_expiry IN ('retry', 'inspect')),
  clock                 INTEGER NOT NULL CHECK (clock >= 0),
  last_token            INTEGER NOT NULL CHECK (last_token >= 0),
  last_position         INTEGER NOT NULL CHECK (last_position >= 0),
  last_quarantine_order INTEGER NOT NULL CHECK (last_quarantine_order >= 0),
  paused                INTEGER NOT NULL CHECK (paused IN (0, 1))
) STRICT;

INSERT INTO new_lab
  SELECT one, max_failures, NULL, 'original', 'inspect', clock, last_token,
    (SELECT coalesce(max(position), 0) FROM job), last_quarantine_order, 0
  FROM lab;
DROP TABLE lab;
ALTER TABLE new_lab RENAME TO lab;

-- Stored are facts; whether an open job is blocked, held, waiting or ready follows from them and the clock.
-- lease and deadline are the current claim's; NULL for one that doesn't end by itself.
CREATE TABLE new_job (
  key               INTEGER PRIMARY KEY,
  id                TEXT NOT NULL UNIQUE CHECK (id <> ''),
  backoff           INTEGER NOT NULL CHECK (backoff BETWEEN 0 AND 315360000000),
  requires          TEXT CHECK (json_type(requires) = 'array'),
  max_failures      INTEGER CHECK (max_failures >= 1),
  backoff_factor    REAL CHECK (backoff_factor > 1),
  backoff_max       INTEGER CHECK (backoff_max BETWEEN 0 AND 315360000000),
  jitter            REAL CHECK (jitter > 0 AND jitter <= 1),
  on_expiry         TEXT CHECK (on_expiry IN ('retry', 'inspect')),
  payload           TEXT CHECK (json_valid(payload)),
  labels            TEXT CHECK (json_type(labels) = 'array'),
  priority          INTEGER NOT NULL,
  position          INTEGER NOT NULL UNIQUE,
  phase             TEXT NOT NULL CHECK ${isOneOf("phase", ...PHASES)},
  since             INTEGER NOT NULL,
  eligible_at       INTEGER NOT NULL CHECK (eligible_at >= 0),
  failures          INTEGER NOT NULL CHECK (failures >= 0),
  lifetime_failures INTEGER NOT NULL CHECK (lifetime_failures >= failures),
  attempts          INTEGER NOT NULL CHECK (attempts >= lifetime_failures),
  token             INTEGER CHECK (token > 0),
  lease             INTEGER CHECK (lease >= 0),
  deadline          INTEGER CHECK (deadline >= 0),
  quarantine_order  INTEGER UNIQUE,
  failed_itself     INTEGER CHECK (failed_itself IN (0, 1)),
  held              INTEGER NOT NULL CHECK (held IN (0, 1)),
  held_by           TEXT,
  held_reason       TEXT,
  by_hand           INTEGER NOT NULL CHECK (by_hand IN (0, 1)),
  revision          INTEGER NOT NULL CHECK (revision > 0),
  CHECK ((token IS NULL) = (attempts = 0)),
  CHECK (phase <> 'claimed' OR token IS NOT NULL),
  CHECK (phase = 'claimed' OR lease IS NULL),
  CHECK ((lease IS NULL) = (deadline IS NULL)),
  CHECK ((phase = 'quarantined') = (quarantine_order IS NOT NULL)),
  CHECK ((phase = 'quarantined') = (failed_itself IS NOT NULL)),
  CHECK (held = 0 OR phase IN ('open', 'quarantined')),
  CHECK (held = 1 OR (held_by IS NULL AND held_reason IS NULL)),
  CHECK (by_hand = 0 OR phase = 'completed')
) STRICT;

INSERT INTO new_job (key, id, backoff, priority, position, phase, since, eligible_at, failures, lifetime_failures,
    attempts, token, quarantine_order, failed_itself, held, by_hand, revision)
  SELECT key, id, backoff, 0, position, phase, since, eligible_at, failures, lifetime_failures,
    attempts, token, quarantine_order, failed_itself, 0, 0, revision
  FROM job;
DROP TABLE job;
ALTER TABLE new_job RENAME TO job;

CREATE INDEX job_by_phase ON job (phase, position);

-- With each change its results. deadline: of a claim with a lease; delay, eligible_at, position: of a failure that is
-- tried again. Older events tell eligible_at where it didn't change, too. A change of the whole lab has no job.
CREATE TABLE new_event (
  seq              INTEGER PRIMARY KEY,
  at               INTEGER NOT NULL,
  clock            INTEGER NOT NULL,
  kind             TEXT NOT NULL CHECK ${isOneOf("kind", ...KINDS)},
  job              INTEGER REFERENCES job (key),
  actor            TEXT NOT NULL CHECK (actor <> ''),
  reason           TEXT,
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
  CHECK ((kind IN ('paused', 'resumed')) = (job IS NULL)),
  CHECK (${isOneOf("kind", "claimed", "completed", "extended", "failed", "expired", "takenBack")} = (attempt IS NOT NULL)),
  CHECK ((attempt IS NULL) = (token IS NULL)),
  CHECK (kind IN ('claimed', 'extended') OR deadline IS NULL),
  CHECK (kind <> 'extended' OR deadline IS NOT NULL),
  CHECK (kind IN ('failed', 'expired') OR delay IS NULL),
  CHECK ((kind = 'submitted' OR delay IS NOT NULL) = (position IS NOT NULL)),
  CHECK (eligible_at IS NOT NULL OR NOT (${isOneOf("kind", "submitted", "redriven", "takenBack")} OR delay IS NOT NULL)),
  CHECK ((kind IN ('submitted', 'priority')) = (priority IS NOT NULL)),
  CHECK ((kind = 'quarantined') = (quarantine_order IS NOT NULL)),
  CHECK (cause IS NULL OR ${isOneOf("kind", "quarantined", "released", "cancelled")}),
  CHECK (kind <> 'released' OR cause IS NOT NULL),
  CHECK ((kind IN ('submitted', 'prerequisites')) = (needs IS NOT NULL))
) STRICT;

-- What an older event didn't tell is known all the same: positions and priorities didn't change, orders count the
-- entries into quarantine, and a job that failed itself could be released by its own redrive only.
INSERT INTO new_event (seq, at, clock, kind, job, actor, reason, attempt, token, delay, eligible_at,
    position, priority, quarantine_order, cause, needs)
  SELECT seq, at, clock, iif(is_redrive, 'redriven', kind), job, actor, reason, attempt, token, delay, eligible_at,
    iif(kind = 'submitted' OR delay IS NOT NULL, (SELECT position FROM job WHERE key = told.job), NULL),
    iif(kind = 'submitted', 0, NULL),
    iif(kind = 'quarantined', entries, NULL),
    iif(is_redrive, NULL, cause), needs
  FROM (
    SELECT *, sum(kind = 'quarantined') OVER (ORDER BY seq) AS entries,
      kind = 'released' AND cause = job AND (
        SELECT entry.cause IS NULL FROM event AS entry
        WHERE entry.job = event.job AND entry.kind = 'quarantined' AND entry.seq < event.seq
        ORDER BY entry.seq DESC LIMIT 1) AS is_redrive
    FROM event) AS told
  ORDER BY seq;
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

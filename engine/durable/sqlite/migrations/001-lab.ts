/** The first schema: the lab's counters, its jobs, what they need, and what happened to them. */

export const lab = `
CREATE TABLE lab (
  one                   INTEGER PRIMARY KEY CHECK (one = 1),
  max_failures          INTEGER NOT NULL CHECK (max_failures >= 1),
  clock                 INTEGER NOT NULL CHECK (clock >= 0),
  last_token            INTEGER NOT NULL CHECK (last_token >= 0),
  last_quarantine_order INTEGER NOT NULL CHECK (last_quarantine_order >= 0)
) STRICT;

-- Stored are facts; whether an open job is blocked, waiting or ready follows from them and the clock.
CREATE TABLE job (
  key               INTEGER PRIMARY KEY,
  id                TEXT NOT NULL UNIQUE CHECK (id <> ''),
  backoff           INTEGER NOT NULL CHECK (backoff BETWEEN 0 AND 315360000000),
  position          INTEGER NOT NULL UNIQUE,
  phase             TEXT NOT NULL CHECK (phase IN ('open', 'claimed', 'quarantined', 'completed', 'cancelled')),
  since             INTEGER NOT NULL,
  eligible_at       INTEGER NOT NULL CHECK (eligible_at >= 0),
  failures          INTEGER NOT NULL CHECK (failures >= 0),
  lifetime_failures INTEGER NOT NULL CHECK (lifetime_failures >= failures),
  attempts          INTEGER NOT NULL CHECK (attempts >= lifetime_failures),
  token             INTEGER CHECK (token > 0),
  quarantine_order  INTEGER UNIQUE,
  failed_itself     INTEGER CHECK (failed_itself IN (0, 1)),
  revision          INTEGER NOT NULL CHECK (revision > 0),
  CHECK ((token IS NULL) = (attempts = 0)),
  CHECK (phase <> 'claimed' OR token IS NOT NULL),
  CHECK ((phase = 'quarantined') = (quarantine_order IS NOT NULL)),
  CHECK ((phase = 'quarantined') = (failed_itself IS NOT NULL))
) STRICT;

CREATE INDEX job_by_phase ON job (phase, position);

-- place: the order in which the prerequisites were given, from 0. Jobs submitted together may name later ones.
CREATE TABLE prerequisite (
  job   INTEGER NOT NULL REFERENCES job (key) DEFERRABLE INITIALLY DEFERRED,
  place INTEGER NOT NULL CHECK (place >= 0),
  needs INTEGER NOT NULL REFERENCES job (key) DEFERRABLE INITIALLY DEFERRED CHECK (needs <> job),
  PRIMARY KEY (job, place),
  UNIQUE (needs, job)
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
  seq         INTEGER PRIMARY KEY,
  at          INTEGER NOT NULL,
  clock       INTEGER NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN
                ('submitted', 'claimed', 'completed', 'failed', 'quarantined', 'released', 'prerequisites')),
  job         INTEGER NOT NULL REFERENCES job (key),
  actor       TEXT NOT NULL CHECK (actor <> ''),
  reason      TEXT,
  attempt     INTEGER,
  token       INTEGER,
  delay       INTEGER,
  eligible_at INTEGER,
  cause       INTEGER REFERENCES job (key) DEFERRABLE INITIALLY DEFERRED,
  needs       TEXT CHECK (json_valid(needs)),
  CHECK ((kind IN ('claimed', 'failed', 'completed')) = (attempt IS NOT NULL)),
  CHECK ((attempt IS NULL) = (token IS NULL)),
  CHECK ((kind IN ('submitted', 'prerequisites')) = (needs IS NOT NULL))
) STRICT;

CREATE INDEX event_by_job ON event (job, kind, seq);

CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;

CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
`;

/**
 * What lists, search by label and the record of what happened are found by. Everything here follows from other tables;
 * a migration that makes `job` or `event` anew has to make these again.
 */

export const readings = `
-- For lists: a list of some phases is a merge of runs. Hardly any job has a priority of its own or is held.
CREATE INDEX job_by_since ON job (phase, since, position);
CREATE INDEX job_by_priority ON job (phase, priority DESC, position) WHERE priority <> 0;
CREATE INDEX job_on_hold ON job (position) WHERE held = 1;

-- Each label and each capability of a job. No foreign key: SQLite would look through all of it for a job to come.
CREATE TABLE mark (
  kind TEXT NOT NULL CHECK (kind = 'label' OR kind = 'requires'),
  word TEXT NOT NULL,
  job  INTEGER NOT NULL,
  PRIMARY KEY (kind, word, job)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER labels_are_marks AFTER INSERT ON job WHEN NEW.labels IS NOT NULL
BEGIN INSERT INTO mark SELECT DISTINCT 'label', value, NEW.key FROM json_each(NEW.labels); END;

CREATE TRIGGER capabilities_are_marks AFTER INSERT ON job WHEN NEW.requires IS NOT NULL
BEGIN INSERT INTO mark SELECT DISTINCT 'requires', value, NEW.key FROM json_each(NEW.requires); END;

INSERT INTO mark SELECT DISTINCT 'label', value, job.key FROM job, json_each(labels) WHERE labels IS NOT NULL;
INSERT INTO mark SELECT DISTINCT 'requires', value, job.key FROM job, json_each(requires) WHERE requires IS NOT NULL;

-- By wall clock for each kind: charts count ranges of it. The order of one actor's events is that of their numbers.
CREATE INDEX event_by_kind ON event (kind, at);
CREATE INDEX event_by_actor ON event (actor, kind);
`;

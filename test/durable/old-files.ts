/** Files as older versions left them. */

import Database from "better-sqlite3";
import { MIGRATIONS } from "../../engine/durable/sqlite/migrations/index.ts";

/**
 * A file as the first version left it: `done` is completed, `busy` claimed, `slow` waits, `bad` failed for good and
 * stopped `stopped`, `again` failed for good and was redriven, and `freed` was given other prerequisites after that.
 */
export const FIRST_ROWS = `
INSERT INTO lab VALUES (1, 2, 5000, 7, 4);
INSERT INTO job VALUES
  (1, 'done',    10, 1, 'completed',   101, 0,    0, 0, 1, 1,    NULL, NULL, 3),
  (2, 'busy',    10, 2, 'claimed',     102, 0,    0, 0, 1, 2,    NULL, NULL, 2),
  (3, 'slow',    60, 3, 'open',        103, 5060, 1, 1, 1, 3,    NULL, NULL, 3),
  (4, 'bad',     10, 4, 'quarantined', 104, 0,    2, 2, 2, 5,    3,    1,    6),
  (5, 'stopped', 10, 5, 'quarantined', 104, 0,    0, 0, 0, NULL, 4,    0,    2),
  (6, 'again',   10, 6, 'open',        105, 4000, 0, 2, 2, 7,    NULL, NULL, 7),
  (7, 'freed',   10, 7, 'open',        106, 0,    0, 0, 0, NULL, NULL, NULL, 4);
INSERT INTO prerequisite VALUES (2, 0, 1), (5, 0, 4), (5, 1, 1), (7, 0, 1);
INSERT INTO event (seq, at, clock, kind, job, actor, reason, attempt, token, delay, eligible_at, cause, needs) VALUES
  (1,  90,  0,    'submitted',     1, 'ada',   NULL,     NULL, NULL, NULL, 0,    NULL, '[]'),
  (2,  90,  0,    'submitted',     2, 'ada',   NULL,     NULL, NULL, NULL, 0,    NULL, '["done"]'),
  (3,  90,  0,    'submitted',     3, 'ada',   NULL,     NULL, NULL, NULL, 0,    NULL, '[]'),
  (4,  90,  0,    'submitted',     4, 'ada',   NULL,     NULL, NULL, NULL, 0,    NULL, '[]'),
  (5,  90,  0,    'submitted',     5, 'ada',   NULL,     NULL, NULL, NULL, 0,    NULL, '["bad","done"]'),
  (6,  90,  0,    'submitted',     6, 'ada',   NULL,     NULL, NULL, NULL, 0,    NULL, '[]'),
  (7,  90,  0,    'submitted',     7, 'ada',   NULL,     NULL, NULL, NULL, 0,    NULL, '["again"]'),
  (10, 101, 100,  'claimed',       1, 'tecan', NULL,     1,    1,    NULL, NULL, NULL, NULL),
  (11, 101, 100,  'completed',     1, 'tecan', NULL,     1,    1,    NULL, NULL, NULL, NULL),
  (12, 102, 200,  'claimed',       2, 'tecan', NULL,     1,    2,    NULL, NULL, NULL, NULL),
  (13, 103, 4990, 'claimed',       3, 'star',  NULL,     1,    3,    NULL, NULL, NULL, NULL),
  (14, 103, 5000, 'failed',        3, 'star',  'clot',   1,    3,    60,   5060, NULL, NULL),
  (15, 104, 5000, 'failed',        6, 'star',  'jam',    2,    6,    NULL, 0,    NULL, NULL),
  (16, 104, 5000, 'quarantined',   6, 'star',  'jam',    NULL, NULL, NULL, 0,    NULL, NULL),
  (17, 104, 5000, 'quarantined',   7, 'star',  'jam',    NULL, NULL, NULL, 0,    6,    NULL),
  (18, 104, 5000, 'prerequisites', 7, 'ada',   NULL,     NULL, NULL, NULL, 0,    NULL, '["done"]'),
  (19, 104, 5000, 'released',      7, 'ada',   NULL,     NULL, NULL, NULL, 0,    7,    NULL),
  (20, 104, 5000, 'failed',        4, 'star',  'empty',  2,    5,    NULL, 0,    NULL, NULL),
  (21, 104, 5000, 'quarantined',   4, 'star',  'empty',  NULL, NULL, NULL, 0,    NULL, NULL),
  (22, 104, 5000, 'quarantined',   5, 'star',  'empty',  NULL, NULL, NULL, 0,    4,    NULL),
  (23, 105, 5000, 'released',      6, 'ada',   'mended', NULL, NULL, NULL, 5000, 6,    NULL);
`;

export const makeFirstFile = (file: string, rows = FIRST_ROWS): void => make(file, 1, rows);

/**
 * Of the second version: `held` is held, `waits` needs it, `busy` runs under a lease, `retried` expired once, `root`
 * failed for good under a hold and stopped `behind`, `hand` was completed by hand, `off` was cancelled along with
 * `offToo`, and the lab is paused.
 */
const SECOND_ROWS = `
INSERT INTO lab VALUES (1, 2, 400, 'tail', 'retry', 6000, 5, 11, 2, 1);
INSERT INTO job VALUES
  (1, 'held',    10, '["cooling","mixing"]', 7, 1.5, 900, 0.25, 'inspect', '{"well":"A1","µ":[1,null]}',
     '["plate 7","½"]', 5, 1, 'open', 101, 40, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, 1, 'ada', 'door open', 0, 3),
  (2, 'waits',   10, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, -2, 2, 'open', 100, 0, 0, 0, 0, NULL,
     NULL, NULL, NULL, NULL, 0, NULL, NULL, 0, 1),
  (3, 'busy',    10, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 3, 'claimed', 102, 0, 0, 0, 1, 5,
     500, 6480, NULL, NULL, 0, NULL, NULL, 0, 3),
  (4, 'retried', 60, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 11, 'open', 103, 6060, 1, 1, 1, 4,
     NULL, NULL, NULL, NULL, 0, NULL, NULL, 0, 3),
  (5, 'root',    10, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, 0, 5, 'quarantined', 104, 0, 1, 1, 1, 1,
     NULL, NULL, 1, 1, 1, 'ada', 'look', 0, 5),
  (6, 'behind',  10, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 6, 'quarantined', 104, 0, 0, 0, 0, NULL,
     NULL, NULL, 2, 0, 0, NULL, NULL, 0, 2),
  (7, 'hand',    10, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 7, 'completed', 105, 0, 0, 0, 1, 2,
     NULL, NULL, NULL, NULL, 0, NULL, NULL, 1, 3),
  (8, 'off',     10, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 8, 'cancelled', 106, 0, 0, 0, 0, NULL,
     NULL, NULL, NULL, NULL, 0, NULL, NULL, 0, 2),
  (9, 'offToo',  10, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 9, 'cancelled', 106, 0, 0, 0, 0, NULL,
     NULL, NULL, NULL, NULL, 0, NULL, NULL, 0, 2),
  (10, 'again',  10, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 10, 'open', 107, 5000, 0, 0, 1, 3,
     NULL, NULL, NULL, NULL, 0, NULL, NULL, 0, 3);
INSERT INTO prerequisite VALUES (2, 0, 1), (2, 1, 7), (6, 0, 5), (9, 0, 8);
INSERT INTO event (seq, at, clock, kind, job, actor, reason, attempt, token, deadline, delay, eligible_at, position,
    priority, quarantine_order, cause, needs) VALUES
  (1,  90,  0,    'submitted', 1,  'ada', NULL, NULL, NULL, NULL, NULL, 40, 1,  0,  NULL, NULL, '[]'),
  (2,  90,  0,    'submitted', 2,  'ada', NULL, NULL, NULL, NULL, NULL, 0,  2,  -2, NULL, NULL, '["held","hand"]'),
  (3,  90,  0,    'submitted', 3,  'ada', NULL, NULL, NULL, NULL, NULL, 0,  3,  0,  NULL, NULL, '[]'),
  (4,  90,  0,    'submitted', 4,  'ada', NULL, NULL, NULL, NULL, NULL, 0,  4,  0,  NULL, NULL, '[]'),
  (5,  90,  0,    'submitted', 5,  'ada', NULL, NULL, NULL, NULL, NULL, 0,  5,  0,  NULL, NULL, '[]'),
  (6,  90,  0,    'submitted', 6,  'ada', NULL, NULL, NULL, NULL, NULL, 0,  6,  0,  NULL, NULL, '["root"]'),
  (7,  90,  0,    'submitted', 7,  'ada', NULL, NULL, NULL, NULL, NULL, 0,  7,  0,  NULL, NULL, '[]'),
  (8,  90,  0,    'submitted', 8,  'ada', NULL, NULL, NULL, NULL, NULL, 0,  8,  0,  NULL, NULL, '[]'),
  (9,  90,  0,    'submitted', 9,  'ada', NULL, NULL, NULL, NULL, NULL, 0,  9,  0,  NULL, NULL, '["off"]'),
  (10, 90,  0,    'submitted', 10, 'ada', NULL, NULL, NULL, NULL, NULL, 0,  10, 0,  NULL, NULL, '[]'),
  (11, 101, 50,   'priority',  1,  'ada', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 5, NULL, NULL, NULL),
  (12, 101, 50,   'held',      1,  'ada', 'door open', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (13, 102, 100,  'claimed',   5,  'star', NULL, 1, 1, 500, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (14, 102, 110,  'claimed',   7,  'star', NULL, 1, 2, 510, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (15, 102, 120,  'claimed',   10, 'star', NULL, 1, 3, 520, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (16, 105, 130,  'completedByHand', 7, 'ada', 'done', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (17, 104, 500,  'expired',   5,  'lab', NULL, 1, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (18, 104, 500,  'quarantined', 5, 'lab', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL),
  (19, 104, 500,  'quarantined', 6, 'lab', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 2, 5, NULL),
  (20, 104, 500,  'held',      5,  'ada', 'look', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (21, 106, 600,  'cancelled', 8,  'ada', 'wrong plate', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (22, 106, 600,  'cancelled', 9,  'ada', 'wrong plate', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 8, NULL),
  (23, 107, 5000, 'takenBack', 10, 'ada', NULL, 1, 3, NULL, NULL, 5000, NULL, NULL, NULL, NULL, NULL),
  (24, 108, 5600, 'claimed',   4,  'star', NULL, 1, 4, 6000, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (25, 108, 5900, 'claimed',   3,  'tecan', NULL, 1, 5, 6400, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (26, 108, 5980, 'extended',  3,  'tecan', NULL, 1, 5, 6480, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (27, 109, 6000, 'expired',   4,  'lab', NULL, 1, 4, NULL, 60, 6060, 11, NULL, NULL, NULL, NULL),
  (28, 109, 6000, 'paused',  NULL, 'ada', 'lunch', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
`;

export const makeSecondFile = (file: string): void => make(file, 2, SECOND_ROWS);

function make(file: string, version: number, rows: string): void {
  const db = new Database(file);
  db.pragma("application_id = 1281450564");
  for (const migration of MIGRATIONS.slice(0, version)) {
    if (typeof migration === "string") db.exec(migration);
    else migration(db);
  }
  db.pragma(`user_version = ${String(version)}`);
  db.pragma("journal_mode = WAL");
  db.exec(rows);
  db.close();
}

type Row = Readonly<Record<string, unknown>>;

export function rowsIn(file: string) {
  const db = new Database(file, { readonly: true });
  const all = (table: string) => db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all() as Row[];
  const rows = { jobs: all("job"), edges: all("prerequisite"), events: all("event") };
  db.close();
  return rows;
}

/** A file as the second version left it: something of each kind that it wrote down, all of one true history. */

import Database from "better-sqlite3";
import { lab } from "../../engine/durable/sqlite/migrations/001-lab.ts";
import { allRules } from "../../engine/durable/sqlite/migrations/002-all-rules.ts";

export function makeFileOfSecondVersion(file: string): void {
  const db = new Database(file);
  db.pragma("application_id = 1281450564");
  db.exec(lab);
  db.exec(allRules);
  db.exec(ROWS);
  db.pragma("user_version = 2");
  db.pragma("journal_mode = WAL");
  db.close();
}

const ROWS = `
INSERT INTO lab VALUES
  (1, 2, 50, 'tail', 'inspect', 118, 7, 9, 2, 0);
INSERT INTO job VALUES
  (1, 'a', 5, NULL, NULL, 1.1, NULL, NULL, NULL, '{"well":"A1"}', '["P-7"]', 0, 7, 'claimed', 1790000000511, 95, 1, 1, 2, 6, 50, 167, NULL, NULL, 0, NULL, NULL, 0, 6),
  (2, 'b', 0, '["heat"]', 1, NULL, NULL, NULL, NULL, NULL, NULL, 0, 2, 'open', 1790000000423, 102, 0, 1, 1, 3, NULL, NULL, NULL, NULL, 1, 'ada', 'wait', 0, 6),
  (3, 'c', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 3, 3, 'completed', 1790000000407, 0, 0, 0, 1, 1, NULL, NULL, NULL, NULL, 0, NULL, NULL, 0, 4),
  (4, 'd', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, -1, 4, 'open', 1790000000423, 0, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 0, 5),
  (5, 'e', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 5, 'completed', 1790000000465, 500, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 1, 2),
  (6, 'f', 0, NULL, NULL, NULL, 9, NULL, 'retry', NULL, NULL, 0, 6, 'claimed', 1790000000476, 108, 0, 0, 2, 5, 70, 180, NULL, NULL, 0, NULL, NULL, 0, 4),
  (7, 'g', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 8, 'cancelled', 1790000000495, 113, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 0, 2),
  (8, 'h', 0, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, 0, 9, 'claimed', 1790000000513, 115, 0, 0, 1, 7, 50, 168, NULL, NULL, 0, NULL, NULL, 0, 3);
INSERT INTO prerequisite VALUES
  (2, 0, 3),
  (4, 0, 3),
  (4, 1, 6);
INSERT INTO event VALUES
  (1, 1790000000376, 0, 'submitted', 1, 'ada', NULL, NULL, NULL, NULL, NULL, 0, 1, 0, NULL, NULL, '[]'),
  (2, 1790000000377, 0, 'submitted', 2, 'ada', NULL, NULL, NULL, NULL, NULL, 0, 2, 0, NULL, NULL, '["c"]'),
  (3, 1790000000377, 0, 'submitted', 3, 'ada', NULL, NULL, NULL, NULL, NULL, 0, 3, 3, NULL, NULL, '[]'),
  (4, 1790000000377, 0, 'submitted', 4, 'ada', NULL, NULL, NULL, NULL, NULL, 0, 4, 0, NULL, NULL, '["b"]'),
  (5, 1790000000377, 0, 'submitted', 5, 'ada', NULL, NULL, NULL, NULL, NULL, 500, 5, 0, NULL, NULL, '[]'),
  (6, 1790000000377, 0, 'submitted', 6, 'ada', NULL, NULL, NULL, NULL, NULL, 0, 6, 0, NULL, NULL, '[]'),
  (7, 1790000000391, 10, 'claimed', 3, 'star', NULL, 1, 1, 60, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (8, 1790000000403, 20, 'extended', 3, 'star', NULL, 1, 1, 70, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (9, 1790000000407, 30, 'completed', 3, 'star', NULL, 1, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (10, 1790000000411, 40, 'claimed', 1, 'star', NULL, 1, 2, 90, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (11, 1790000000415, 90, 'expired', 1, 'lab', NULL, 1, 2, NULL, 5, 95, 7, NULL, NULL, NULL, NULL),
  (12, 1790000000415, 90, 'held', 1, 'lab', 'Its robot went silent. Look at the plate before it is tried again.', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (13, 1790000000415, 100, 'claimed', 2, 'star', NULL, 1, 3, 150, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (14, 1790000000418, 101, 'failed', 2, 'star', 'empty', 1, 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (15, 1790000000418, 101, 'quarantined', 2, 'star', 'empty', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL),
  (16, 1790000000418, 101, 'quarantined', 4, 'star', 'empty', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 2, 2, NULL),
  (17, 1790000000423, 102, 'redriven', 2, 'ada', 'filled', NULL, NULL, NULL, NULL, 102, NULL, NULL, NULL, NULL, NULL),
  (18, 1790000000423, 102, 'released', 4, 'ada', 'filled', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 2, NULL),
  (19, 1790000000430, 103, 'held', 2, 'ada', 'wait', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (20, 1790000000433, 104, 'prerequisites', 4, 'ada', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '["c","f"]'),
  (21, 1790000000441, 105, 'priority', 4, 'ada', NULL, NULL, NULL, NULL, NULL, NULL, NULL, -1, NULL, NULL, NULL),
  (22, 1790000000447, 106, 'unheld', 1, 'ada', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (23, 1790000000450, 107, 'claimed', 6, 'star', NULL, 1, 4, 157, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (24, 1790000000454, 108, 'takenBack', 6, 'ada', NULL, 1, 4, NULL, NULL, 108, NULL, NULL, NULL, NULL, NULL),
  (25, 1790000000465, 109, 'completedByHand', 5, 'ada', 'by pipette', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (26, 1790000000476, 110, 'claimed', 6, 'star', NULL, 2, 5, 180, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (27, 1790000000482, 111, 'paused', NULL, 'ada', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (28, 1790000000487, 112, 'resumed', NULL, 'ada', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (29, 1790000000492, 113, 'submitted', 7, 'ada', NULL, NULL, NULL, NULL, NULL, 113, 8, 0, NULL, NULL, '[]'),
  (30, 1790000000495, 114, 'cancelled', 7, 'ada', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (31, 1790000000503, 115, 'submitted', 8, 'ada', NULL, NULL, NULL, NULL, NULL, 115, 9, 0, NULL, NULL, '["b"]'),
  (32, 1790000000507, 116, 'prerequisites', 8, 'ada', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]'),
  (33, 1790000000511, 117, 'claimed', 1, 'star', NULL, 2, 6, 167, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (34, 1790000000513, 118, 'claimed', 8, 'star', NULL, 1, 7, 168, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
`;

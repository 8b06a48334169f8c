import Database from "better-sqlite3";
import { describe, expect } from "vitest";
import { lab as firstSchema } from "../../engine/durable/sqlite/migrations/001-lab.ts";
import { ListQueries } from "../../engine/durable/sqlite/list-query.ts";
import { QuarantineQuery } from "../../engine/durable/sqlite/quarantine-query.ts";
import { Queries } from "../../engine/durable/sqlite/queries.ts";
import { test } from "./durable-test.ts";

/**
 * A file as the first version left it: `done` is completed, `busy` claimed, `slow` waits, `bad` failed for good and
 * stopped `stopped`, `again` failed for good and was redriven, and `freed` was given other prerequisites after that.
 */
const OLD_ROWS = `
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

function makeOldFile(file: string, rows = OLD_ROWS): void {
  const db = new Database(file);
  db.pragma("application_id = 1281450564");
  db.exec(firstSchema);
  db.pragma("user_version = 1");
  db.pragma("journal_mode = WAL");
  db.exec(rows);
  db.close();
}

type Row = Readonly<Record<string, unknown>>;

function rowsIn(file: string) {
  const db = new Database(file, { readonly: true });
  const all = (table: string) => db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all() as Row[];
  const rows = { jobs: all("job"), edges: all("prerequisite"), events: all("event") };
  db.close();
  return rows;
}

describe("D6: a file of the first version", () => {
  test("[D6] is brought over with every row, every edge and every event", async ({ file, open }) => {
    makeOldFile(file);
    const old = rowsIn(file);
    await (await open({ replay: true })).close();
    const now = rowsIn(file);
    expect(now.edges).toEqual(old.edges);
    expect(now.jobs).toEqual(
      old.jobs.map((job): unknown =>
        expect.objectContaining({ ...job, priority: 0, held: 0, by_hand: 0, lease: null, requires: null }),
      ),
    );
    // All told as it was, but that a redrive is now told from what it let go.
    expect(now.events).toEqual(
      old.events.map((event): unknown =>
        expect.objectContaining(event["seq"] === 23 ? { ...event, kind: "redriven", cause: null } : event),
      ),
    );
  });

  test("[D4] its events have the results that they didn't tell", async ({ file, open }) => {
    makeOldFile(file);
    await (await open({ replay: true })).close();
    const { events } = rowsIn(file);
    const told = (column: string) =>
      events.flatMap((event) => (event[column] === null ? [] : [[event["seq"], event[column]]]));
    const submitted = [1, 2, 3, 4, 5, 6, 7].map((place) => [place, place]);
    expect(told("position")).toEqual([...submitted, [14, 3]]);
    expect(told("priority")).toEqual(submitted.map(([seq]) => [seq, 0]));
    expect(told("quarantine_order")).toEqual([
      [16, 1],
      [17, 2],
      [21, 3],
      [22, 4],
    ]);
  });

  test("goes on where it stopped, with the app's own settings for what is new", async ({ file, open }) => {
    makeOldFile(file);
    const lab = await open({ replay: true, lease: 7, retryPosition: "tail" });
    const { settings, counts } = lab.news;
    expect(settings).toEqual({
      maxFailures: 2,
      lease: null,
      retryPosition: "original",
      onExpiry: "inspect",
    });
    expect(counts).toMatchObject({ completed: 1, claimed: 1, waiting: 1, quarantined: 2, ready: 2 });
    await lab.perform({ name: "submit", id: "new", backoff: 0 }, { actor: "ada", now: 5060 });
    const claims = [];
    for (let n = 0; n < 4; n += 1) {
      const claim = await lab.perform({ name: "claim" }, { actor: "star", now: 5060 });
      claims.push([claim?.id, claim?.token]);
    }
    expect(claims).toEqual([
      ["slow", 8],
      ["again", 9],
      ["freed", 10],
      ["new", 11],
    ]);
  });

  test("[D6] is left as it was if its rows don't fit the new tables", async ({ file, open }) => {
    makeOldFile(file, `${OLD_ROWS} PRAGMA foreign_keys = OFF; INSERT INTO prerequisite VALUES (6, 0, 99);`);
    const old = rowsIn(file);
    await expect(open()).rejects.toThrow(/can't be opened .*restore a backup/);
    expect(rowsIn(file)).toEqual(old);
  });

  test("[D4] keeps events that can't be changed, and edges that lead to jobs", async ({ file, open }) => {
    makeOldFile(file);
    await (await open()).close();
    const db = new Database(file);
    db.pragma("foreign_keys = ON");
    for (const sql of [
      "UPDATE event SET actor = 'eve'",
      "DELETE FROM event",
      "INSERT INTO prerequisite VALUES (1, 0, 99)",
      "DELETE FROM job WHERE id = 'done'",
    ]) {
      expect(() => db.exec(sql), sql).toThrow(/constraint failed|never/);
    }
    db.close();
  });
});

test("what is asked often is found by an index, in a file that was brought over too", async ({
  file,
  open,
}) => {
  makeOldFile(file);
  await (await open()).close();
  const asked: string[] = [];
  const db = new Database(file, { readonly: true, verbose: (sql) => asked.push(String(sql)) });
  const queries = new Queries(db, 2);
  const lists = new ListQueries(db, queries);
  const now = { clock: 5_000, at: 5_000 };
  queries.page("stopped", now);
  queries.page("busy", now);
  lists.list({ states: ["ready"], limit: 50 }, now);
  lists.list({ states: ["blocked", "held", "waiting", "claimed"], limit: 50 }, now);
  queries.known(["done"]);
  new QuarantineQuery(db, queries).view(now);
  const plans = asked.splice(0).flatMap((sql) => {
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
    return plan.map(({ detail }) => detail);
  });
  db.close();
  expect(plans).toContainEqual(expect.stringMatching(/SEARCH event USING .*INDEX event_by_job \(job=\?/));
  expect(plans).toContainEqual(expect.stringMatching(/SEARCH job USING .*INDEX job_by_\w+ \(phase=\?/));
  // All that are held are few.
  expect(
    plans.filter(
      (detail) =>
        !detail.endsWith("INDEX job_on_hold") && /^SCAN (job|event|prerequisite|needed)\b/.test(detail),
    ),
  ).toEqual([]);
});

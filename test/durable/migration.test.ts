import Database from "better-sqlite3";
import { describe, expect } from "vitest";
import type { Command } from "../../engine/index.ts";
import { ListQueries } from "../../engine/durable/sqlite/list-query.ts";
import { QuarantineQuery } from "../../engine/durable/sqlite/quarantine-query.ts";
import { Queries } from "../../engine/durable/sqlite/queries.ts";
import { openDatabase } from "../../engine/durable/sqlite/open.ts";
import { SqliteJournal } from "../../engine/durable/sqlite/journal.ts";
import { chainIn } from "./chain-check.ts";
import { Clerk } from "./clerk.ts";
import { by, test } from "./durable-test.ts";
import { SETTINGS } from "./journals.ts";
import { FIRST_ROWS, makeFirstFile, makeSecondFile, rowsIn } from "./old-files.ts";

describe("D6: a file of the first version", () => {
  test("[D6] is brought over with every row, every edge and every event", async ({ file, open }) => {
    makeFirstFile(file);
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
    makeFirstFile(file);
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
    makeFirstFile(file);
    const lab = await open({ replay: true, lease: 7, retryPosition: "tail" });
    const { settings, counts } = lab.news;
    expect(settings).toEqual({
      maxFailures: 2,
      lease: null,
      retryPosition: "original",
      onExpiry: "inspect",
      holdLate: true,
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
    makeFirstFile(
      file,
      `${FIRST_ROWS} PRAGMA foreign_keys = OFF; INSERT INTO prerequisite VALUES (6, 0, 99);`,
    );
    const old = rowsIn(file);
    await expect(open()).rejects.toThrow(/can't be opened .*restore a backup/);
    expect(rowsIn(file)).toEqual(old);
  });

  test("[D4] keeps events that can't be changed, and edges that lead to jobs", async ({ file, open }) => {
    makeFirstFile(file);
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

describe("D6: a file of the second version", () => {
  test("[D6] is brought over with every row, every edge and every event", async ({ file, open }) => {
    makeSecondFile(file);
    const old = rowsIn(file);
    await (await open({ replay: true })).close();
    const now = rowsIn(file);
    const containing =
      (extra: object) =>
      (row: object): unknown =>
        expect.objectContaining({ ...row, ...extra });
    expect(now.edges).toEqual(old.edges);
    expect(now.jobs).toEqual(old.jobs.map(containing({ not_before: null })));
    expect(now.events).toEqual(old.events.map(containing({ command: null, code: null, result: null })));
  });

  test("[D4] its submissions tell all that a job was submitted with", async ({ file, open }) => {
    makeSecondFile(file);
    await (await open({ replay: true })).close();
    const facts = rowsIn(file).events.flatMap(({ facts }) =>
      facts === null ? [] : [JSON.parse(facts as string) as unknown],
    );
    expect(facts.length).toBe(10);
    expect(facts[0]).toEqual({
      id: "held",
      backoff: 10,
      requires: ["cooling", "mixing"],
      maxFailures: 7,
      backoffFactor: 1.5,
      backoffMax: 900,
      jitter: 0.25,
      onExpiry: "inspect",
      payload: { well: "A1", µ: [1, null] },
      labels: ["plate 7", "½"],
    });
  });

  test("goes on where it stopped: holds, leases, priorities, quarantine and the pause", async ({
    file,
    open,
  }) => {
    makeSecondFile(file);
    const lab = await open({ replay: true });
    const { counts, paused, settings } = lab.news;
    expect([paused, settings]).toEqual([
      true,
      { maxFailures: 2, lease: 400, retryPosition: "tail", onExpiry: "retry", holdLate: true },
    ]);
    expect(counts).toEqual({
      held: 1,
      blocked: 1,
      claimed: 1,
      waiting: 1,
      quarantined: 2,
      completed: 1,
      cancelled: 2,
      ready: 1,
    });
    const give = (command: Command) => lab.perform(command, { actor: "ada", now: 6480 });
    expect(await give({ name: "status", id: "busy" })).toBe("waiting");
    for (const command of [
      { name: "resume" },
      { name: "unhold", id: "held" },
      { name: "redrive", id: "root" },
      { name: "submit", id: "new", backoff: 0 },
    ] as const)
      await give(command);
    const claims = [];
    for (let n = 0; n < 4; n += 1) claims.push(await give({ name: "claim" }));
    expect(claims).toMatchObject([
      { id: "held", token: 6, deadline: 6880 },
      { id: "again", token: 7, attempt: 2 },
      { id: "retried", token: 8, attempt: 2 },
      { id: "new", token: 9 },
    ]);
    expect(await give({ name: "causes", id: "behind" })).toEqual([]);
  });
});

const OLD_FILES = [
  ["first", makeFirstFile],
  ["second", makeSecondFile],
] as const;

test.for(OLD_FILES)(
  "[D4] events of the %s version are chained, and so are those that follow",
  async ([, make], { file, open }) => {
    make(file);
    const old = rowsIn(file).events.length;
    const lab = await open();
    await by(lab)({ name: "submit", id: "new", backoff: 0 });
    await by(lab)({ name: "hold", id: "new" });
    await lab.close();
    const { events, broken } = chainIn(file);
    expect([events, broken]).toEqual([expect.any(Number), []]);
    expect(events).toBeGreaterThanOrEqual(old + 2);
  },
);

test.for(OLD_FILES)(
  "what is asked often is found by an index, in a file of the %s version too",
  async ([, make], { file, open }) => {
    make(file);
    await (await open()).close();
    const asked: string[] = [];
    const db = new Database(file, { readonly: true, verbose: (sql) => asked.push(String(sql)) });
    const queries = new Queries(db, 2);
    const now = { clock: 5_000, at: 5_000 };
    for (const id of ["stopped", "behind", "busy"]) queries.page(id, now);
    const lists = new ListQueries(db, queries);
    lists.list({ states: ["ready"], limit: 50 }, now);
    lists.list({ states: ["blocked", "held", "waiting", "claimed"], limit: 50 }, now);
    queries.known(["done"]);
    new QuarantineQuery(db, queries).view(now);
    const verbose = (sql: unknown) => asked.push(String(sql));
    const { lab, journal } = new Clerk(new SqliteJournal(openDatabase(file, { verbose }), SETTINGS));
    for (const job of lab.inner.jobs.values()) journal.holderOf(job);
    journal.find("done");
    journal.answerTo({ actor: "ada", id: "r1" });
    journal.close();
    const plans = asked
      .filter((sql) => sql.startsWith("SELECT") || sql.startsWith("WITH"))
      // These read one row, from the end, or the schema.
      .filter((sql) => !/sqlite_schema|max\(seq\)|FROM event ORDER BY seq DESC LIMIT 1$/.test(sql))
      .flatMap((sql) => {
        const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
        return plan.map(({ detail }) => detail);
      });
    db.close();
    expect(plans).toContainEqual(expect.stringMatching(/SEARCH event USING .*INDEX event_by_job \(job=\?/));
    expect(plans).toContainEqual(expect.stringMatching(/SEARCH job USING .*INDEX job_by_\w+ \(phase=\?/));
    // All that are held are few.
    const scans = plans.filter((detail) => /^SCAN (job|event|prerequisite|needed|request)\b/.test(detail));
    expect(scans.filter((detail) => !detail.endsWith("INDEX job_on_hold"))).toEqual([]);
  },
);

/** What time alone brings about, with a clock that goes on when the test says so. */

import Database from "better-sqlite3";
import { mkdirSync, renameSync, rmdirSync, statSync } from "node:fs";
import { describe, expect } from "vitest";
import type { Command } from "../../engine/index.ts";
import { ReadingDesk } from "../../engine/durable/sqlite/reading-desk.ts";
import { Desk } from "./desk.ts";
import { test as base } from "./durable-test.ts";

const test = base.extend<{ readonly desk: Desk }>({
  desk: async ({ file }, use) => {
    const desk = new Desk(file, { lease: 10 });
    desk.give({ name: "submit", id: "a", backoff: 5 });
    desk.give({ name: "claim" });
    desk.news.length = 0;
    await use(desk);
    desk.close();
  },
});

const EXPIRED = ["expired", "lab", null, 10];

describe("T2: time alone ends a lease", () => {
  test("[T6] [L3] the timer is set to the deadline, and the expiry is on disk before anybody is told", ({
    desk,
  }) => {
    expect(desk.clock.wake?.running).toBe(10);
    desk.clock.time = 12;
    desk.clock.wake?.task();
    expect(desk.news).toMatchObject([{ lab: { counts: { claimed: 0, waiting: 1 } }, stored: [EXPIRED] }]);
    // Its backoff counts from the deadline.
    expect(desk.clock.wake?.running).toBe(15);
  });

  test("[D1] an expiry that a reading notices is on disk before the reading looks", ({ desk }) => {
    desk.clock.time = 12;
    expect(desk.actor.look().clock).toBe(12);
    expect([desk.stored, desk.news]).toMatchObject([[EXPIRED], [{ stored: [EXPIRED] }]]);
  });

  test.for<Command>([
    { name: "status", id: "a" },
    { name: "explain", id: "a" },
    { name: "preview", command: { name: "hold", id: "a" } },
    { name: "heartbeat", id: "a" },
    { name: "redrive", id: "nobody" },
  ])("[D1] [T3] an expiry that $name notices is on disk before it is answered", (command, { desk }) => {
    desk.clock.time = 12;
    desk.give(command);
    expect(desk.stored).toEqual([EXPIRED]);
  });

  test("[T3] what doesn't move the clock expires nothing", ({ desk }) => {
    desk.clock.time = 12;
    expect(desk.give({ name: "quarantined" })).toEqual([]);
    expect([desk.stored, desk.news]).toEqual([[], []]);
  });

  test("[D1] an expiry that closing notices is kept", ({ desk, file }) => {
    desk.clock.time = 12;
    desk.close();
    const db = new Database(file, { readonly: true });
    expect(db.prepare("SELECT phase, failures, eligible_at FROM job").raw().get()).toEqual(["open", 1, 15]);
    db.close();
  });

  test("[D4] the claim that takes an expired job again is told apart from the one that expired", ({
    desk,
    file,
  }) => {
    desk.clock.time = 15;
    expect(desk.give({ name: "claim" })).toMatchObject({ id: "a", token: 2, attempt: 2, deadline: 25 });
    const db = new Database(file, { readonly: true });
    const told = db
      .prepare(
        "SELECT kind, actor, attempt, token, clock, deadline, eligible_at FROM event WHERE seq > 1 ORDER BY seq",
      )
      .raw()
      .all();
    db.close();
    expect(told).toEqual([
      ["claimed", "tecan", 1, 1, 0, 10, null],
      ["expired", "lab", 1, 1, 10, null, 15],
      ["claimed", "tecan", 2, 2, 15, 25, null],
    ]);
  });

  test("[T4] a move of the clock alone is written by nobody but the time keeper", ({ desk }) => {
    desk.clock.time = 9;
    desk.give({ name: "status", id: "a" });
    desk.actor.look();
    expect(desk.storedClock).toBe(0);
    for (const task of desk.clock.periodic) task();
    expect([desk.storedClock, desk.news]).toEqual([9, []]);
  });
});

describe("D3: an expiry that can't be stored", () => {
  test("[D3] is shown to nobody, is told as trouble once, and is stored when it can be", ({ desk }) => {
    desk.clock.time = 12;
    desk.blocking(() => {
      desk.clock.wake?.task();
      desk.actor.look();
      desk.actor.look();
    });
    expect(desk.news).toMatchObject([
      { lab: { counts: { claimed: 1 }, trouble: expect.stringMatching(/^Nothing can be stored/) as string } },
    ]);
    expect(desk.stored).toEqual([]);
    for (const task of desk.clock.periodic) task();
    expect([desk.stored, desk.news.at(-1)?.lab]).toMatchObject([
      [EXPIRED],
      { counts: { claimed: 0 }, trouble: null },
    ]);
  });

  test("[D3] what undoing doesn't mend is mended by new connections, without anybody's doing", ({ desk }) => {
    desk.database.writer.close();
    expect(desk.give({ name: "releaseClaim", id: "a" })).toBe("STORAGE_FAILED");
    for (let n = 0; n < 3; n += 1) {
      desk.clock.time += 5_000;
      desk.clock.wake?.task();
    }
    expect(desk.news.at(-1)?.lab.trouble).toBeNull();
    expect(desk.give({ name: "status", id: "a" })).toBe("ready");
  });

  test("[D3] of a batch that failed nothing is shown", ({ desk }) => {
    desk.blocking(() => desk.give({ name: "releaseClaim", id: "a" }));
    expect(desk.actor.news).toMatchObject({
      counts: { claimed: 1, ready: 0 },
      trouble: expect.anything() as string,
    });
  });

  test("[D3] while the file can't be trusted, nothing is read or done; it is tried again by itself", ({
    desk,
    file,
  }) => {
    const readings = new ReadingDesk(file, { maxFailures: 3 });
    const before = statSync(file).ino;
    // Folders where files would be made: the reserve, and then the copy by which the lab would recover.
    const inTheWay = [`${file}.reserve.unfinished`, `${file}.unfinished`];
    for (const folder of inTheWay) mkdirSync(folder);
    for (const task of desk.clock.periodic) task();
    expect(() => desk.actor.look()).toThrow();
    expect(desk.give({ name: "status", id: "a" })).toBe("STORAGE_FAILED");
    for (const folder of inTheWay) rmdirSync(folder);
    // Not yet: it was tried just now.
    expect(desk.give({ name: "status", id: "a" })).toBe("STORAGE_FAILED");
    desk.clock.time += 2_000;
    desk.clock.wake?.task();
    expect([desk.actor.news.trouble, desk.give({ name: "status", id: "a" })]).toEqual([null, "ready"]);
    expect(desk.actor.news.notices.at(-1)?.text).toMatch(/^Nothing can be stored: /);
    expect([readings.isCurrent, statSync(file).ino === before]).toEqual([false, false]);
    readings.close();
  });

  test("[D3] a file that is moved away: nothing is answered as done, and nothing is lost when it is put back", ({
    desk,
    file,
  }) => {
    renameSync(file, `${file}.elsewhere`);
    expect(desk.give({ name: "complete", id: "a" })).toBe("STORAGE_FAILED");
    for (let n = 0; n < 3; n += 1) {
      desk.clock.time += 2_000;
      desk.clock.wake?.task();
      expect(desk.actor.news.trouble).toMatch(/lab\.db was moved or removed.*Put it back/);
    }
    renameSync(`${file}.elsewhere`, file);
    desk.clock.time += 2_000;
    desk.clock.wake?.task();
    expect([desk.actor.news.trouble, desk.give({ name: "status", id: "a" })]).toEqual([null, "ready"]);
  });

  test("[D3] takes the commands along that came with it", ({ desk }) => {
    desk.clock.time = 12;
    desk.blocking(() => expect(desk.give({ name: "status", id: "a" })).toBe("STORAGE_FAILED"));
    expect(desk.give({ name: "status", id: "a" })).toBe("waiting");
    expect(desk.stored).toEqual([EXPIRED]);
  });
});

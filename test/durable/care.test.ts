import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import {
  backUpIfDue,
  backUpInBackground,
  DAILY,
  DatabaseRefused,
  verify,
  verifyInBackground,
} from "../../engine/index.ts";
import { by, test } from "./durable-test.ts";
import { liveThrough } from "./lived-lab.ts";

const NOON = Date.UTC(2026, 11, 1, 12);

test("[D4] a verification in the background says what one in the foreground does", async ({ file, open }) => {
  const lab = await open();
  await liveThrough(lab);
  expect(await verifyInBackground(file)).toEqual(verify(file));
});

test("[D6] a file that can't be verified, or backed up, is refused in the background too", async ({
  file,
  folder,
}) => {
  writeFileSync(file, "garbage ".repeat(99));
  const refused = await verifyInBackground(file).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DatabaseRefused);
  expect(String(refused)).toMatch(/not a database/);
  await expect(backUpInBackground(file, folder, NOON)).rejects.toThrow(/not a database/);
});

test(
  "[D1] commands are answered while a verification and a backup are at work, and the main thread is free",
  { timeout: 60_000 },
  async ({ file, folder, open }) => {
    const lab = await open();
    const jobs = (round: number) =>
      Array.from({ length: 10_000 }, (_, n) => ({ id: `job-${String(round)}-${String(n)}`, backoff: 0 }));
    for (const round of [1, 2, 3]) await by(lab)({ name: "submitMany", jobs: jobs(round) });
    const state = { isOver: false };
    const care = Promise.all([
      verifyInBackground(file),
      backUpInBackground(file, join(folder, "b.db"), NOON),
    ]).finally(() => (state.isOver = true));
    let answered = 0;
    while (!state.isOver) {
      await by(lab)({ name: "claim" });
      answered += 1;
    }
    const [report, backup] = await care;
    expect([report.findings, backup.jobs]).toEqual([[], 30_000]);
    // On this thread, or the actor's, either would let none be answered until it is over.
    expect(answered).toBeGreaterThan(10);
  },
);

test("[D4] a backup is made when it is due, and not before; the oldest go", async ({
  file,
  folder,
  open,
}) => {
  await (await open()).close();
  const plan = { folder: join(folder, "backups"), keep: 2 };
  const made = [];
  for (const hours of [0, 1, 23, 24, 47, 48, 72]) {
    const backup = await backUpIfDue(file, NOON + hours * 3_600_000, plan);
    if (backup !== null) made.push(hours);
  }
  expect(made).toEqual([0, 24, 48, 72]);
  expect(readdirSync(plan.folder)).toEqual(["lab-2026-12-03T120000Z.db", "lab-2026-12-04T120000Z.db"]);
  expect(await backUpIfDue(file, NOON + 3 * DAILY + 60_000, { ...plan, every: 60_000 })).not.toBeNull();
});

test("[D4] a backup that failed removes none", async ({ file, folder, open }) => {
  await (await open()).close();
  const plan = { folder: join(folder, "backups"), keep: 1 };
  const first = await backUpIfDue(file, NOON, plan);
  writeFileSync(file, "garbage ".repeat(99));
  await expect(backUpIfDue(file, NOON + DAILY, plan)).rejects.toThrow(/not a database/);
  expect(existsSync(first?.file ?? "")).toBe(true);
});

test("[D4] a verification can be given up", async ({ file, open }) => {
  await open();
  const giving = new AbortController();
  const verification = verifyInBackground(file, { signal: giving.signal });
  giving.abort(new Error("the app is closing"));
  await expect(verification).rejects.toThrow("the app is closing");
});

test.runIf(process.platform === "linux")(
  "[D6] the locks on a file that is open here outlast its verification and its backup",
  async ({ file, folder, open }) => {
    const lab = await open();
    await by(lab)({ name: "submit", id: "a", backoff: 0 });
    const before = locksOn(file);
    await verifyInBackground(file);
    await backUpInBackground(file, join(folder, "b.db"), NOON);
    expect(before).not.toEqual([]);
    expect(locksOn(file)).toEqual(before);
  },
);

/** What the system says of the locks that this process has on a file: without them, others could take its log away. */
function locksOn(file: string): string[] {
  const inode = String(statSync(file).ino);
  const locks = readFileSync("/proc/locks", "utf8").split("\n");
  return locks
    .filter((lock) => lock.includes(` ${String(process.pid)} `) && lock.includes(`:${inode} `))
    .map(withoutNumber);
}

const withoutNumber = (lock: string): string => lock.replace(/^\d+: /, "");

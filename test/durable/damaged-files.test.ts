/** Damaged files and logs: refused with what to do, untouched; or opened, and what is lost is told. */

import Database from "better-sqlite3";
import {
  copyFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect } from "vitest";
import { DatabaseRefused, type DurableLab } from "../../engine/index.ts";
import { judgeLog, logOf } from "../../engine/durable/sqlite/log.ts";
import { markOf, readMark, writeMark } from "../../engine/durable/sqlite/mark.ts";
import { progressIn } from "../../engine/durable/sqlite/loss.ts";
import { openDatabase } from "../../engine/durable/sqlite/open.ts";
import { replaceWith } from "../../engine/durable/sqlite/replacement.ts";
import { bytesOf, crash, flip } from "./crashed-lab.ts";
import { by, test as base } from "./durable-test.ts";

const JOBS = 12;
const PAGE = 4_096;
const FRAME = PAGE + 24;

/** `crashed`: a lab in which twelve jobs were submitted, and then the first of them claimed. */
const test = base.extend<{ readonly crashed: string }>({
  crashed: async ({ file, folder, open }, use) => {
    const lab = await open();
    for (let n = 0; n < JOBS; n += 1) await by(lab)({ name: "submit", id: `job-${String(n)}`, backoff: 0 });
    await by(lab)({ name: "claim" });
    await use(crash(file, folder));
  },
});

const refusalOf = (opening: Promise<DurableLab>) =>
  opening.then(
    () => "it was opened",
    (error: unknown) => (error instanceof DatabaseRefused ? error.message : error),
  );

/** Moves the log into the file, as a lab that was closed leaves it. */
const close = (file: string): void => openDatabase(file, {}).close();

describe("D6: a damaged database is refused, and left as it is to the byte", { timeout: 60_000 }, () => {
  test.for<readonly [string, (file: string) => void, RegExp]>([
    [
      "an empty file beside its mark",
      (file) => truncateSync(file, 0),
      /is empty \(0 bytes\). Restore a backup/,
    ],
    ["a page size that can't be", (file) => flip(file, 16, 2), /is damaged: its header.*restore a backup/],
    ["a format that isn't known", (file) => flip(file, 19), /is damaged: its header.*restore a backup/],
    ["a byte that must be zero", (file) => flip(file, 80), /is damaged: its header.*restore a backup/],
    [
      "a log whose header is damaged",
      (file) => flip(logOf(file), 17),
      /-wal is damaged: its header.*restore a backup/,
    ],
    ["a log of another format", (file) => flip(logOf(file), 7), /-wal is damaged: its header/],
    [
      "a log with a flipped byte before what was answered",
      (file) => flip(logOf(file), 32 + 3 * FRAME + 500),
      /-wal is damaged: its part number 4 can't be read, and others follow.*restore a backup/,
    ],
    [
      "a log with a flipped frame header",
      (file) => flip(logOf(file), 32 + FRAME + 17),
      /-wal is damaged: its part number 2/,
    ],
    [
      "the log of another application's database",
      (file) => otherLog(file, PAGE),
      /-wal belongs to another database/,
    ],
    [
      "the log of a database with other pages",
      (file) => otherLog(file, 8_192),
      /-wal belongs to another database/,
    ],
    [
      "a file that was cut short",
      cutShort(-PAGE),
      /is damaged: 1 of its \d+ pages are missing.*restore a backup/,
    ],
    [
      "a file that was cut in the middle of a page",
      cutShort(-10),
      /is damaged: 1 of its \d+ pages are missing/,
    ],
    [
      "bytes after the last page",
      (file) => {
        close(file);
        writeFileSync(file, "more", { flag: "a" });
      },
      /ends in the middle of a page/,
    ],
    [
      "a row that breaks a rule of the schema",
      breakRow,
      /is damaged: the table job .*CHECK.*restore a backup/,
    ],
  ])("[D6] %s", async ([, hurt, sentence], { crashed, open }) => {
    hurt(crashed);
    const before = bytesOf(crashed);
    expect(await refusalOf(open({ file: crashed }))).toMatch(sentence);
    expect(bytesOf(crashed)).toEqual(before);
  });

  test("[D6] a missing file whose mark shows that it was there", async ({ crashed, open }) => {
    close(crashed);
    rmSync(crashed);
    rmSync(logOf(crashed), { force: true });
    expect(await refusalOf(open({ file: crashed }))).toMatch(
      /is missing, but .*\.mark beside it shows.*restore a backup; to begin anew, name another file/,
    );
    expect(readdirSync(dirname(crashed)).sort()).toEqual(["lab.db.lock", "lab.db.mark"]);
  });

  test("[D6] a page of garbage, wherever it is: refused untouched, or of no account to a start", ({
    crashed,
  }) => {
    close(crashed);
    const sound = readFileSync(crashed);
    const outcomes = new Set<string>();
    for (let page = 1; page < sound.length / PAGE; page += 1) {
      writeFileSync(crashed, Buffer.from(sound).fill(0xaa, page * PAGE, (page + 1) * PAGE));
      const before = bytesOf(crashed);
      try {
        openDatabase(crashed, {}).abandon();
        outcomes.add("opened");
      } catch (error) {
        expect(error).toBeInstanceOf(DatabaseRefused);
        expect((error as Error).message).toMatch(/damaged.*restore a backup/);
        outcomes.add("refused");
      }
      expect(bytesOf(crashed)).toEqual(before);
    }
    expect(outcomes).toContain("refused");
  });

  test("[D6] a file that another tool has taken out of WAL mode is opened all the same", async ({
    crashed,
    open,
  }) => {
    close(crashed);
    const tool = new Database(crashed);
    tool.pragma("journal_mode = DELETE");
    tool.close();
    expect((await open({ file: crashed })).news.counts).toMatchObject({ ready: JOBS - 1, claimed: 1 });
  });
});

describe("D2: answers that are lost are told of", { timeout: 60_000 }, () => {
  test("[D2] a log that ends too early, at the end of a commit: with numbers, and no token is given again", async ({
    crashed,
    open,
  }) => {
    const { ends } = judgeLog(crashed, PAGE);
    truncateSync(logOf(crashed), ends.at(-4));
    const lab = await open({ file: crashed });
    expect(lab.news.loss).toMatch(
      /^3 changes that had been answered are missing from .*: the answers had come to change 13, and the file ends with change 10, of .*Compare what the robots have done since/,
    );
    expect([lab.news.trouble, lab.news.counts.ready]).toEqual([null, JOBS - 2]);
    expect(await by(lab)({ name: "claim" })).toMatchObject({ id: "job-0", token: 2 });
    await lab.close();
    // That it was lost has been told; what is stored now is marked anew.
    expect([readMark(crashed), (await open({ file: crashed })).news.loss]).toEqual([
      { event: 12, token: 2 },
      null,
    ]);
  });

  test("[D4] it is told at the start that finds it, and kept as an event", async ({ crashed, open }) => {
    truncateSync(logOf(crashed), judgeLog(crashed, PAGE).ends.at(-2));
    const first = await open({ file: crashed });
    await first.close();
    const second = await open({ file: crashed });
    const { events } = await second.read({ name: "events", kinds: ["lost"], limit: 9 });
    expect(first.news.loss).toMatch(/^1 change that had been answered is missing/);
    expect([events.map(({ reason }) => reason), second.news.loss]).toEqual([[first.news.loss], null]);
  });

  test.for<readonly [string, (file: string) => void]>([
    ["the last commit torn", (file) => flip(logOf(file), -100)],
    [
      "the log cut in the middle of the last commit",
      (file) => truncateSync(logOf(file), statSync(logOf(file)).size - 99),
    ],
  ])("[D2] %s", async ([, hurt], { crashed, open }) => {
    hurt(crashed);
    expect((await open({ file: crashed })).news.loss).toMatch(/^1 change that had been answered is missing/);
  });

  test("[D2] a crash that lost nothing is told by nobody, nor a mark that is behind", async ({
    crashed,
    open,
  }) => {
    const first = await open({ file: crashed });
    await first.close();
    writeMark(crashed, { event: 3, token: 0 });
    const second = await open({ file: crashed });
    expect([first.news.loss, second.news.loss]).toEqual([null, null]);
  });

  test("[D2] a mark whose last write is torn says what it said before; one that can't be read is told of", async ({
    crashed,
    open,
  }) => {
    const { event } = readMark(crashed) as { event: number };
    const slots = [0, 1].map((n) => readFileSync(markOf(crashed)).readDoubleBE(n * PAGE + 8));
    const newer = slots[0]! > slots[1]! ? 0 : 1;
    flip(markOf(crashed), newer * PAGE + 20);
    expect(readMark(crashed)).toMatchObject({ event: event - 1 });
    flip(markOf(crashed), (1 - newer) * PAGE + 20);
    expect(readMark(crashed)).toBe("damaged");
    expect((await open({ file: crashed })).news.loss).toMatch(
      /\.mark, which tells .* is damaged; so it can't be told/,
    );
  });

  test("[D7] after a restore the mark is that of the restored file, and nothing of the old one comes back", async ({
    crashed,
    open,
  }) => {
    const backup = `${crashed}.backup`;
    const db = new Database(crashed);
    const progress = progressIn(db);
    db.prepare("VACUUM INTO ?").run(backup);
    db.close();
    const lab = await open({ file: crashed });
    await by(lab)({ name: "submit", id: "later", backoff: 0 });
    await lab.close();
    writeFileSync(logOf(crashed), "of the old one");
    replaceWith(backup, crashed);
    writeMark(crashed, progress);
    const restored = await open({ file: crashed });
    expect([restored.news.loss, await restored.read({ name: "known", ids: ["job-0", "later"] })]).toEqual([
      null,
      ["job-0"],
    ]);
  });
});

const cutShort = (by: number) => (file: string) => {
  close(file);
  truncateSync(file, statSync(file).size + by);
};

/** Puts the log of a database that isn't ours in the place of the lab's. */
function otherLog(file: string, pageSize: number): void {
  const other = join(dirname(file), "other.db");
  const db = new Database(other);
  db.pragma(`page_size = ${String(pageSize)}`);
  db.pragma("journal_mode = WAL");
  db.exec("CREATE TABLE cats (name)");
  copyFileSync(logOf(other), logOf(file));
  db.close();
}

/** The phase of a job becomes a word that isn't one. */
function breakRow(file: string): void {
  close(file);
  const content = readFileSync(file);
  const at = content.indexOf("open", content.indexOf("job-5"));
  writeFileSync(
    file,
    Buffer.concat([content.subarray(0, at), Buffer.from("oven"), content.subarray(at + 4)]),
  );
}

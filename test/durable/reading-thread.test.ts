/** The readers' thread beside the actor's: what it sees, what it may cost, and what becomes of it. */

import { rename, stat } from "node:fs/promises";
import { describe, expect } from "vitest";
import type { LabNews } from "../../engine/index.ts";
import { ReadingThread } from "../../engine/durable/reading-thread.ts";
import { by, test } from "./durable-test.ts";

const READER = new URL("../../engine/durable/reader.ts", import.meta.url);
const lookOf = ({ counts }: LabNews) => ({ clock: 0, at: 0, counts });

describe("D1: whoever reads sees what was answered", () => {
  test("[D1] at once, while others write and read as fast as they can", async ({ open }) => {
    const lab = await open();
    const caller = async (n: number) => {
      for (let m = 0; m < 25; m += 1) {
        const id = `${String(n)}-${String(m)}`;
        await by(lab)({ name: "submit", id, backoff: 0 });
        expect(await lab.read({ name: "job", id })).toMatchObject({ id, state: "ready" });
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, n) => caller(n)));
    const { total } = await lab.read({ name: "list", limit: 1 });
    expect(total).toEqual({ count: 400, exact: true });
  });

  test("[D1] and one reading sees one state, whatever is committed meanwhile", async ({ open }) => {
    const lab = await open();
    const give = by(lab);
    await give({ name: "submit", id: "a", backoff: 0 });
    const writing = (async () => {
      for (let priority = 1; priority <= 200; priority += 1)
        await give({ name: "setPriority", id: "a", priority });
    })();
    for (let n = 0; n < 100; n += 1) {
      const { job, history, historyTotal } = await lab.read({ name: "page", id: "a" });
      expect([history[0]?.priority, historyTotal]).toEqual([job.priority, job.priority + 1]);
    }
    await writing;
  });

  test("a reading waits for one batch at most, however many commands were given before", async ({ open }) => {
    const lab = await open();
    // The thread has started, and waits.
    await lab.read({ name: "list", limit: 1 });
    let answered = 0;
    const commands = Array.from({ length: 20_000 }, (_, n) =>
      by(lab)({ name: "submit", id: `j${String(n)}`, backoff: 0 }).then(() => (answered += 1)),
    );
    await lab.read({ name: "list", limit: 1 });
    const before = answered;
    await Promise.all(commands);
    // In one line with them, it would be answered last.
    expect(before).toBeLessThan(20_000);
  });
});

test("[D1] the write-ahead log is begun anew although somebody reads all the time", async ({
  open,
  file,
}) => {
  const lab = await open();
  const give = by(lab);
  const jobs = (from: number) =>
    Array.from({ length: 2_000 }, (_, n) => ({
      id: `${String(from)}-${String(n)}`,
      backoff: 0,
      payload: "x".repeat(2_000),
    }));
  let isOver = false;
  const readers = Array.from({ length: 4 }, async () => {
    while (!isOver) await lab.read({ name: "list", sort: { by: "id" }, limit: 500 });
  });
  for (let n = 0; n < 30; n += 1) await give({ name: "submitMany", jobs: jobs(n) });
  isOver = true;
  await Promise.all(readers);
  const [log, database] = await Promise.all([stat(`${file}-wal`), stat(file)]);
  expect(database.size).toBeGreaterThan(120_000_000);
  expect(log.size).toBeLessThan(80_000_000);
}, 60_000);

describe("the readers' thread", () => {
  test("may die: what was being read is refused, the next reading is answered, and no command is hurt", async ({
    open,
  }) => {
    const lab = await open({ readerFile: new URL("dying-reader.ts", import.meta.url) });
    await by(lab)({ name: "submit", id: "a", backoff: 0 });
    const answers = await Promise.allSettled([
      lab.read({ name: "job", id: "die" }),
      by(lab)({ name: "submit", id: "b", backoff: 0 }),
    ]);
    expect(answers).toMatchObject([
      {
        status: "rejected",
        reason: {
          code: "STORAGE_FAILED",
          message: expect.stringMatching(/^Reading has failed: .* Try again/) as string,
        },
      },
      { status: "fulfilled" },
    ]);
    expect(await lab.read({ name: "job", id: "b" })).toMatchObject({ id: "b" });
    expect(lab.news.trouble).toBeNull();
  });

  test("answers what was asked before closing, and nothing after", async ({ open, file }) => {
    const lab = await open();
    await by(lab)({ name: "submit", id: "a", backoff: 0 });
    const asked = Array.from({ length: 20 }, () => lab.read({ name: "job", id: "a" }));
    const closed = lab.close();
    expect(await Promise.all(asked)).toHaveLength(20);
    await closed;
    await expect(lab.read({ name: "job", id: "a" })).rejects.toMatchObject({ code: "STORAGE_FAILED" });
    // Whoever was last has put everything into the database.
    await expect(stat(`${file}-wal`)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("[D3] reads the file that stands there now, whichever it read before", async ({
    open,
    file,
    folder,
  }) => {
    const first = await open();
    await by(first)({ name: "submit", id: "old", backoff: 0 });
    await first.close();
    const other = `${folder}/other.db`;
    const second = await open({ file: other });
    await by(second)({ name: "submit", id: "new", backoff: 0 });
    await second.close();
    const thread = new ReadingThread(READER, { file, maxFailures: 3, nativeBinding: undefined });
    const look = lookOf(first.news);
    const known = () => thread.read({ name: "known", ids: ["old", "new"] }, look);
    const before = await known();
    await rename(other, file);
    const after = await known();
    await thread.close();
    expect([before, after]).toEqual([["old"], ["new"]]);
  });

  test("that never read can be closed", async ({ file }) => {
    await new ReadingThread(READER, { file, maxFailures: 3, nativeBinding: undefined }).close();
  });
});

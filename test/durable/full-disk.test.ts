/** A full disk: what is begun can be finished, people can act, and the lab goes on by itself once there is room. */

import { existsSync, readdirSync, rmSync, watch } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { Rejected, type DurableLab } from "../../engine/index.ts";
import { SqliteJournal } from "../../engine/durable/sqlite/journal.ts";
import { openDatabase } from "../../engine/durable/sqlite/open.ts";
import { by, test as base, until } from "./durable-test.ts";
import { fill, makeReadOnly, mount, noSmallDisk, unmount } from "./small-disk.ts";

if (noSmallDisk !== null) console.log(`SKIPPED: full and read-only disks (${noSmallDisk})`);

const test = base.extend<{ readonly disk: string }>({
  disk: async ({}, use) => {
    const folder = mount() ?? "";
    await use(folder);
    unmount(folder);
  },
});

const payload = "x".repeat(100_000);

const submit = (lab: DurableLab, id: string) =>
  by(lab)({ name: "submit", id, backoff: 0, payload }).then(
    () => "done",
    (error: unknown) => (error instanceof Rejected ? `${error.code} ${error.message}` : String(error)),
  );

/** Settles when `name` is in `folder`. */
const appears = (folder: string, name: string) =>
  new Promise<void>((resolve) => {
    const watcher = watch(folder, look);
    look();

    function look() {
      if (!existsSync(join(folder, name))) return;
      watcher.close();
      resolve();
    }
  });

describe.skipIf(noSmallDisk !== null)("D3: a full disk", { timeout: 60_000 }, () => {
  test("[D3] is told with what to do; results are stored all the same; it ends by itself", async ({
    disk,
    open,
  }) => {
    const file = join(disk, "lab.db");
    const lab = await open({ file });
    await submit(lab, "first");
    await submit(lab, "second");
    const claim = await by(lab)({ name: "claim" });
    await appears(disk, "lab.db.reserve");
    const free = fill(disk);
    const answers: string[] = [];
    while (answers.length < 300 && !answers.at(-1)?.startsWith("STORAGE")) {
      answers.push(await submit(lab, `job-${String(answers.length)}`));
    }
    expect([answers.at(-1), lab.news.trouble]).toEqual([
      expect.stringMatching(/not known/),
      expect.stringMatching(/the disk that holds .* is full. Remove what isn't needed/),
    ]);
    // In what was kept for that.
    await until(lab, () => lab.news.trouble?.startsWith("Nothing") === false);
    expect(existsSync(join(disk, "lab.db.reserve"))).toBe(false);
    expect(lab.news.trouble).toMatch(/is full. Remove .* at least 16 MB.*nothing is handed out/);
    expect(await submit(lab, "too-much")).toMatch(/^STORAGE_FAILED Nothing was done. .* is full/);
    expect(await by(lab)({ name: "claim" }).catch(String)).toMatch(/Nothing was done/);
    expect(await by(lab)({ name: "complete", id: "first", token: claim!.token })).toBeNull();
    expect(await by(lab)({ name: "hold", id: "second" })).toBeNull();
    free();
    await until(lab, () => lab.news.trouble === null);
    expect(existsSync(join(disk, "lab.db.reserve"))).toBe(true);
    expect(await submit(lab, "after")).toBe("done");
    await lab.close();
    const again = await open({ file });
    const done = answers.flatMap((answer, n) => (answer === "done" ? `job-${String(n)}` : []));
    expect(await again.read({ name: "known", ids: [...done, "first", "after"] })).toEqual([
      ...done,
      "first",
      "after",
    ]);
    expect([again.news.loss, (await again.read({ name: "job", id: "first" })).state]).toEqual([
      null,
      "completed",
    ]);
  });

  test("[D3] is no reason not to open a lab: what is begun can be finished", async ({ disk, open }) => {
    const file = join(disk, "lab.db");
    const first = await open({ file });
    await submit(first, "first");
    const claim = await by(first)({ name: "claim" });
    await appears(disk, "lab.db.reserve");
    await first.close();
    const free = fill(disk);
    const lab = await open({ file });
    expect(lab.news.trouble).toMatch(/is full. Remove .* at least 16 MB/);
    expect(await by(lab)({ name: "complete", id: "first", token: claim!.token })).toBeNull();
    await lab.close();
    // Without a reserve, in words.
    const freeAgain = fill(disk);
    const refused = await open({ file }).catch((error: unknown) => (error as Error).message);
    expect(refused).toMatch(/can't be opened: its disk is full. Remove what/);
    free();
    freeAgain();
    expect((await open({ file })).news).toMatchObject({ loss: null, counts: { completed: 1 } });
  });

  test("[D3] a copy for which there is no room: told with numbers, nothing is served, and it is made later", async ({
    disk,
    open,
  }) => {
    const file = join(disk, "lab.db");
    const lab = await open({ file });
    for (let n = 0; n < 30; n += 1) await submit(lab, `job-${String(n)}`);
    await lab.close();
    const database = openDatabase(file, {});
    const free = fill(disk, 1_000_000);
    expect(() => database.renew("replace")).toThrow(/needs \d+ MB, and [01] MB are free. Remove what/);
    expect(() => database.writer).toThrow(/not open at the moment/);
    expect(() => database.renew("replace")).toThrow(/needs \d+ MB/);
    free();
    database.renew("replace");
    const settings = {
      maxFailures: 1,
      lease: null,
      retryPosition: "tail",
      onExpiry: "retry",
      holdLate: false,
    } as const;
    expect(new SqliteJournal(database, settings).load().jobs).toHaveLength(30);
    database.close();
  });
});

test.skipIf(noSmallDisk !== null)(
  "[D6] a disk that is read-only is told as such, and nothing is made on it",
  async ({ disk, open }) => {
    const file = join(disk, "lab.db");
    await (await open({ file })).close();
    rmSync(join(disk, "lab.db.lock"));
    const before = readdirSync(disk);
    makeReadOnly(disk);
    expect(await open({ file }).catch((error: unknown) => (error as Error).message)).toMatch(
      /lab\.db can't be opened: its disk is read-only. Name a file on another disk/,
    );
    expect(readdirSync(disk)).toEqual(before);
  },
);

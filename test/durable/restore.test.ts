import Database from "better-sqlite3";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { backUp, restore, verify, type DurableLab } from "../../engine/index.ts";
import { by, test } from "./durable-test.ts";
import { liveThrough } from "./lived-lab.ts";
import { fill } from "./to-restore.ts";
import { makeSecondFile } from "./old-files.ts";

const EPOCH = 2 ** 32;
const ADA = { actor: "ada" };

/** What happened after the backup. */
async function goOn(lab: DurableLab, token: number): Promise<number> {
  await by(lab, "star")({ name: "complete", id: "running", token });
  const next = await by(lab, "tecan")({ name: "claim" });
  await by(lab)({ name: "submit", id: "newer", backoff: 0 });
  await by(lab, "vantage")({ name: "claim" });
  return next?.token ?? 0;
}

const codeOf = (command: Promise<unknown>) =>
  command.then(
    () => "done",
    (error: unknown) => (error as { code: string }).code,
  );

describe("D7: a restored database", () => {
  test("[D7] is paused, and no token from before is ever current again", async ({ file, folder, open }) => {
    const lab = await open();
    const old = await fill(lab);
    const { file: backup } = await backUp(file, join(folder, "backups/"));
    const since = await goOn(lab, old);
    await lab.close();

    const restored = restore(backup, file, { ...ADA, replace: true });
    expect(restored.lastToken).toBe(EPOCH);
    const again = await open();
    expect(again.news.paused).toBe(true);
    const star = by(again, "star");
    expect(await codeOf(star({ name: "complete", id: "running", token: old }))).toBe("NOT_CLAIMED");
    expect(await star({ name: "claim" })).toBeNull();
    await by(again)({ name: "resume" });
    await by(again)({ name: "unhold", id: "running" });
    const claim = await star({ name: "claim" });
    expect([claim?.id, claim?.token]).toEqual(["running", EPOCH + 1]);
    expect(await codeOf(star({ name: "complete", id: "running", token: old }))).toBe("STALE_CLAIM");
    expect(await codeOf(star({ name: "complete", id: "running", token: since }))).toBe("STALE_CLAIM");
    await again.close();
    expect(verify(file).findings).toEqual([]);
  });

  test("[D7] lists what may have run by the backup alone, and holds what was claimed", async ({
    file,
    folder,
    open,
  }) => {
    const lab = await open();
    await fill(lab);
    const { file: backup } = await backUp(file, folder);
    await lab.close();

    const to = join(folder, "elsewhere/new.db");
    const restored = restore(backup, to, ADA);
    expect(restored).toMatchObject({
      kept: null,
      since: null,
      problem: "no file was replaced",
      held: ["running"],
      mayHaveRun: { claimed: ["running"], ready: ["next"], later: ["after", "tomorrow"] },
    });
    expect(verify(to)).toMatchObject({ findings: [], lastEvent: restored.lastEvent });
    const page = await (await open({ file: to })).read({ name: "page", id: "running" });
    expect(page.job).toMatchObject({
      state: "held",
      hold: {
        by: "ada",
        reason: expect.stringMatching(/^star had it when the backup was taken.*Look at the plate/) as unknown,
      },
    });
  });

  test("[D7] tells just what ran since, if the replaced file can be read, and holds that too", async ({
    file,
    folder,
    open,
  }) => {
    const lab = await open();
    const token = await fill(lab);
    const { file: backup } = await backUp(file, folder);
    await goOn(lab, token);
    await lab.close();

    const { since, held, kept, lastEvent } = restore(backup, file, { ...ADA, replace: true });
    expect(since).toEqual({
      events: 4,
      ran: [
        { id: "running", phase: "completed", robot: "star", isKnown: true },
        { id: "next", phase: "claimed", robot: "tecan", isKnown: true },
        { id: "newer", phase: "claimed", robot: "vantage", isKnown: false },
      ],
      submitted: ["newer"],
    });
    expect(held).toEqual(["running", "next"]);
    expect(verify(kept ?? "").findings).toEqual([]);
    const db = new Database(file, { readonly: true });
    const event = db
      .prepare("SELECT actor, command, reason, result FROM event WHERE kind = 'restored'")
      .get() as {
      result: string;
    };
    db.close();
    expect(event).toMatchObject({
      actor: "ada",
      command: "restore",
      reason: expect.stringMatching(
        /^Restored from lab-.*\.db, whose last commit was at 2.*Z \(event 8\)\.$/,
      ) as unknown,
    });
    expect(JSON.parse(event.result)).toMatchObject({
      lastToken: EPOCH,
      claimed: { count: 1, first: ["running"] },
      since: { events: 4, submitted: { count: 1, first: ["newer"] } },
    });
    expect(verify(file)).toMatchObject({ findings: [], lastEvent });
  });

  test("[D7] has an epoch of its own each time, whatever it replaces", async ({ file, folder, open }) => {
    const lab = await open();
    await fill(lab);
    const { file: backup } = await backUp(file, folder);
    await lab.close();
    const first = restore(backup, file, { ...ADA, replace: true });
    const second = restore(backup, file, { ...ADA, replace: true });
    expect([first.lastToken, second.lastToken]).toEqual([EPOCH, 2 * EPOCH]);
    // What it replaces can't be read: the time of day keeps the epochs apart.
    const wall = Date.UTC(2027, 0);
    const tokens = [0, 1].map((n) => {
      writeFileSync(file, "damaged");
      return restore(backup, file, { ...ADA, replace: true, wall: wall + n * 600_000 }).lastToken;
    });
    expect(tokens[0]).toBeGreaterThan(2 * EPOCH);
    expect((tokens[1] ?? 0) - (tokens[0] ?? 0)).toBe(EPOCH);
    expect(verify(file).findings).toEqual([]);
  });

  test("[D7] restored again from a backup of its new life goes one epoch further", async ({
    file,
    folder,
    open,
  }) => {
    await (await open()).close();
    const { file: backup } = await backUp(file, join(folder, "one.db"));
    restore(backup, file, { ...ADA, replace: true });
    const { file: later } = await backUp(file, join(folder, "two.db"));
    expect(restore(later, file, { ...ADA, replace: true }).lastToken).toBe(2 * EPOCH);
    expect(verify(file).findings).toEqual([]);
  });

  test("[D7] is whole after a life in which everything happened", async ({ file, folder, open }) => {
    const lab = await open();
    await liveThrough(lab);
    const { file: backup } = await backUp(file, folder);
    await lab.close();
    restore(backup, file, { ...ADA, replace: true });
    expect(verify(file).findings).toEqual([]);
    const again = await open();
    await by(again)({ name: "resume" });
    await by(again)({ name: "submit", id: "another", backoff: 0 });
    expect(verify(file).findings).toEqual([]);
  });

  test("[D6] [D7] an older version's backup is brought over", ({ file, folder }) => {
    const old = join(folder, "old.db");
    makeSecondFile(old);
    const before = readFileSync(old);
    const restored = restore(old, file, ADA);
    expect(restored.held).toEqual(["busy"]);
    expect(verify(file).findings).toEqual([]);
    expect(readFileSync(old).equals(before)).toBe(true);
  });

  test("[D7] nothing is deleted: what stood there is kept whole, its log included", async ({
    file,
    folder,
    open,
  }) => {
    await (await open()).close();
    const { file: backup } = await backUp(file, join(folder, "b.db"));
    const db = new Database(file);
    db.exec("UPDATE lab SET paused = 1");
    // As a killed process leaves it.
    const [main, log] = ["", "-wal"].map((part) => readFileSync(file + part));
    db.close();
    writeFileSync(file, main ?? "");
    writeFileSync(`${file}-wal`, log ?? "");
    writeFileSync(`${file}.mark`, "how far its answers had come");

    const { kept } = restore(backup, file, { ...ADA, replace: true });
    expect(readFileSync(kept ?? "").equals(main ?? Buffer.of())).toBe(true);
    expect(readFileSync(`${kept ?? ""}-wal`).equals(log ?? Buffer.of())).toBe(true);
    expect(readFileSync(`${kept ?? ""}.mark`, "utf8")).toBe("how far its answers had come");
    const old = new Database(kept ?? "", { readonly: true });
    expect(old.prepare("SELECT paused FROM lab").pluck().get()).toBe(1);
    old.close();
    await (await open()).close();
  });
});

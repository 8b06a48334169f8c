import Database from "better-sqlite3";
import { existsSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { backUp, DatabaseRefused, restore, verify } from "../../engine/index.ts";
import { by, test } from "./durable-test.ts";
import { liveThrough } from "./lived-lab.ts";
import { fill } from "./to-restore.ts";

const ADA = { actor: "ada" };

const refusalOf = (attempt: () => unknown): string => {
  try {
    attempt();
  } catch (error) {
    if (error instanceof DatabaseRefused) return error.message;
    throw error;
  }
  return "it was done";
};

describe("D7: what is not restored, in a sentence, and with everything as it was", () => {
  test("[D7] a target in use, or there already", async ({ file, folder, open }) => {
    const lab = await open();
    const { file: backup } = await backUp(file, join(folder, "b.db"));
    expect(refusalOf(() => restore(backup, file, { ...ADA, replace: true }))).toMatch(
      /in use by another Lab/,
    );
    await lab.close();
    expect(refusalOf(() => restore(backup, file, ADA))).toMatch(/is there already.*--replace.*kept/);
    expect(refusalOf(() => restore(backup, folder, ADA))).toMatch(/is a folder. Name a file in it/);
    expect(refusalOf(() => restore(backup, backup, { ...ADA, replace: true }))).toMatch(
      /is the backup itself/,
    );
    symlinkSync(backup, join(folder, "link.db"));
    expect(refusalOf(() => restore(backup, join(folder, "link.db"), { ...ADA, replace: true }))).toMatch(
      /is the backup itself/,
    );
  });

  test("[D7] a target that is missing beside its log, but to replace it", async ({ file, folder, open }) => {
    await (await open()).close();
    const { file: backup } = await backUp(file, join(folder, "b.db"));
    renameSync(file, `${file}.lost`);
    writeFileSync(`${file}-wal`, "what was answered last");
    expect(refusalOf(() => restore(backup, file, ADA))).toMatch(/is there already, or was/);
    const { kept } = restore(backup, file, { ...ADA, replace: true });
    expect(readFileSync(`${kept ?? ""}-wal`, "utf8")).toBe("what was answered last");
    expect(verify(file).findings).toEqual([]);
  });

  test("[D7] a restore that was cut off: no empty database is made, and another restore mends it", async ({
    file,
    folder,
    open,
  }) => {
    await (await open()).close();
    const { file: backup } = await backUp(file, join(folder, "b.db"));
    // As a kill between the two renames leaves it.
    renameSync(file, `${file}.replaced-by-hand`);
    writeFileSync(`${file}.restoring`, "whole already");
    await expect(open()).rejects.toThrow(/A restore of .* was cut off. Restore it again/);
    expect(existsSync(file)).toBe(false);
    restore(backup, file, ADA);
    expect((await open()).news.paused).toBe(true);
  });

  test.for<readonly [string, (content: Buffer) => Buffer, RegExp]>([
    [
      "cut short",
      (content) => content.subarray(0, content.length - 8_192),
      /is damaged, so nothing was restored/,
    ],
    [
      "with a flipped page",
      (content) => content.fill(0xaa, 8_192, 12_288),
      /is damaged, so nothing was restored/,
    ],
    ["of 0 bytes", () => Buffer.of(), /is empty/],
    ["garbage", () => Buffer.from("garbage".repeat(99)), /not a database/],
  ])("[D7] a backup %s", async ([, damage, sentence], { file, folder, open }) => {
    const lab = await open();
    await liveThrough(lab);
    await lab.close();
    const { file: backup } = await backUp(file, join(folder, "b.db"));
    writeFileSync(backup, damage(readFileSync(backup)));
    const before = [readFileSync(file), readFileSync(backup), readdirSync(folder)];
    expect(refusalOf(() => restore(backup, file, { ...ADA, replace: true }))).toMatch(sentence);
    expect([readFileSync(file), readFileSync(backup), readdirSync(folder)]).toEqual(before);
  });

  test("[D7] a backup whose rows were changed", async ({ file, folder, open }) => {
    const lab = await open();
    await fill(lab);
    await lab.close();
    const { file: backup } = await backUp(file, join(folder, "b.db"));
    const db = new Database(backup);
    db.exec("UPDATE job SET priority = 7 WHERE id = 'next'");
    db.close();
    expect(refusalOf(() => restore(backup, join(folder, "new.db"), ADA))).toMatch(
      /is damaged.*Job next: its priority is stored as 7; its events say 0\. Take an older backup/,
    );
    expect(existsSync(join(folder, "new.db"))).toBe(false);
  });

  test("[D7] a database in use, taken for a backup", async ({ file, folder, open }) => {
    await by(await open())({ name: "submit", id: "a", backoff: 0 });
    expect(refusalOf(() => restore(file, join(folder, "new.db"), ADA))).toMatch(
      /write-ahead log.*“lab backup”/,
    );
  });
});

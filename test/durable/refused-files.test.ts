import { linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect } from "vitest";
import { DatabaseRefused } from "../../engine/index.ts";
import { test } from "./durable-test.ts";

const refusalOf = (opening: Promise<unknown>) =>
  opening.then(
    () => "it was opened",
    (error: unknown) => (error instanceof DatabaseRefused ? error.message : error),
  );

describe("D6: files that are refused, untouched, with a sentence that says what to do", () => {
  test.for<readonly [string, (file: string) => void, RegExp]>([
    [
      "garbage",
      (file) => writeFileSync(file, "not a database, whatever its name ".repeat(9)),
      /not a database.*[Rr]estore/,
    ],
    ["a file of 0 bytes", (file) => writeFileSync(file, ""), /not a database.*[Rr]estore/],
    [
      "another application's database",
      (file) => new Database(file).exec("CREATE TABLE cats (name)"),
      /another application.*another file/,
    ],
    [
      "a newer version's database",
      (file) => new Database(file).exec("PRAGMA application_id = 1281450564; PRAGMA user_version = 999"),
      /newer Lab Dispatcher.*Install/,
    ],
    ["a folder", (file) => mkdirSync(file), /it is a folder. Name a file/],
    ["a link to nowhere", (file) => symlinkSync("nowhere.db", file), /a link to a file that isn't there/],
  ])("[D6] %s", async ([, make, sentence], { file, open }) => {
    make(file);
    const before = contentOf(file);
    expect(await refusalOf(open())).toMatch(sentence);
    expect(contentOf(file)).toEqual(before);
  });

  test("[D6] a file in use, by another of its names", async ({ file, folder, open }) => {
    await open();
    const other = join(folder, "other.db");
    symlinkSync(file, other);
    expect(await refusalOf(open({ file: other }))).toMatch(/in use by another Lab Dispatcher/);
    linkSync(file, `${other}.hard`);
    expect(await refusalOf(open({ file: `${other}.hard` }))).toMatch(/second name.*opened twice/);
  });

  test("[D6] a file that is missing while its write-ahead log is there", async ({ file, open }) => {
    await (await open()).close();
    rmSync(file);
    writeFileSync(`${file}-wal`, "what was answered last");
    expect(await refusalOf(open())).toMatch(/is missing, but .*-wal.*restore a backup/);
    expect(readFileSync(`${file}-wal`, "utf8")).toBe("what was answered last");
  });

  test("[D6] a file with damaged pages, in a sentence", async ({ file, open }) => {
    await (await open()).close();
    const content = readFileSync(file);
    writeFileSync(file, content.fill(0xaa, 4_096));
    expect(await refusalOf(open())).toMatch(/is damaged.*restore a backup/);
  });

  test("[D6] a folder that can't be made", async ({ file, open }) => {
    writeFileSync(file, "");
    expect(await refusalOf(open({ file: `${file}/deeper/lab.db` }))).toMatch(/can't be (opened|read)/);
  });
});

const contentOf = (file: string) => {
  try {
    return readFileSync(file, "base64");
  } catch {
    return "nothing to read";
  }
};

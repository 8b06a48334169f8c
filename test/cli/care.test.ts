import Database from "better-sqlite3";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import type { DurableLab } from "../../engine/index.ts";
import { by, test } from "../durable/durable-test.ts";
import { liveThrough } from "../durable/lived-lab.ts";
import { run } from "./run.ts";

const HALF_DONE = [
  { id: "a", backoff: 0, labels: ['a "quoted", label'] },
  { id: "b", backoff: 0, after: ["a"] },
];

/** `a` is claimed, `b` waits for it. */
async function begin(lab: DurableLab): Promise<void> {
  await by(lab)({ name: "submitMany", jobs: HALF_DONE });
  await by(lab, "star")({ name: "claim" });
}

describe("lab verify", () => {
  test("[D4] says that a running lab is whole", async ({ file, open }) => {
    await liveThrough(await open());
    const { code, out, err } = await run("lab", ["verify", "--db", file]);
    expect([code, out, err]).toEqual([
      0,
      expect.stringMatching(/is whole: \d+ events, 5 jobs.*\n.*ends with [0-9a-f]{64}\.\n$/),
      "",
    ]);
  });

  test("[D4] tells what is wrong, and ends with 1, in JSON too", async ({ file, open }) => {
    await begin(await open());
    const db = new Database(file);
    db.exec("UPDATE job SET priority = 7 WHERE id = 'b'");
    db.close();
    const told = await run("lab", ["verify", "--db", file]);
    expect([told.code, told.out]).toEqual([
      1,
      expect.stringMatching(
        /is NOT whole.*\n {2}Job b: its priority is stored as 7; its events say 0\.\n.*restore/,
      ),
    ]);
    const json = await run("lab", ["verify", "--db", file, "--json"]);
    expect([json.code, JSON.parse(json.out)]).toEqual([
      1,
      expect.objectContaining({ clean: false, jobs: 2 }),
    ]);
  });
});

describe("lab backup, lab restore", () => {
  test(
    "[D7] a lab that is backed up, goes on, is lost and comes back",
    { timeout: 30_000 },
    async ({ file, folder, open }) => {
      const lab = await open();
      await begin(lab);
      const backups = join(folder, "backups/");
      const backup = await run("lab", ["backup", backups, "--db", file, "--keep", "3"]);
      expect([backup.code, backup.out]).toEqual([
        0,
        expect.stringMatching(/3 events, 2 jobs\) is written and verified\.\n$/),
      ]);
      await by(lab, "star")({ name: "complete", id: "a" });
      await by(lab)({ name: "submit", id: "c", backoff: 0 });
      const made = join(backups, readdirSync(backups)[0] ?? "");

      const inUse = await run("lab", ["restore", made, "--to", file, "--replace"]);
      expect([inUse.code, inUse.err]).toEqual([1, expect.stringMatching(/in use by another Lab Dispatcher/)]);
      await lab.close();
      const taken = await run("lab", ["restore", made, "--to", file]);
      expect([taken.code, taken.err]).toEqual([1, expect.stringMatching(/say --replace/)]);

      const { code, out } = await run("lab", ["restore", made, "--to", file, "--replace"]);
      expect([code, out]).toEqual([0, expect.stringMatching(/is kept as .*replaced-.*\nThe lab is paused/)]);
      expect(out).toMatch(/ {2}a: star had it; it is completed there\n/);
      expect(out).toMatch(/not in the backup \(1\): c\n/);
      expect(out).toMatch(/claimed at the backup \(1\): a\n {2}waiting for a time or for those \(1\): b\n/);
      expect(out).toMatch(/Held until somebody has looked at the plate \(1\): a\n/);
      expect((await run("lab", ["verify", "--db", file])).code).toBe(0);
      expect((await open()).news).toMatchObject({ paused: true, counts: { held: 1, blocked: 1 } });
    },
  );

  test("tells how to use them", async ({ file }) => {
    for (const [args, sentence] of [
      [["backup", "--db", file], /Name one file or folder/],
      [["backup", "x", "--db", file, "--keep", "none"], /--keep is a number/],
      [["restore", "x"], /--to DATABASE/],
      [["verify", "x"], /--db alone/],
      [["export", "x", "--db", file, "--format", "xml"], /jsonl or csv/],
    ] as const) {
      const { code, err } = await run("lab", args);
      expect([code, err]).toEqual([2, expect.stringMatching(sentence)]);
    }
  });
});

describe("lab export", () => {
  const parse = (text: string) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, Record<string, unknown>>);

  test("writes every job and every event, an object a line", async ({ file, folder, open }) => {
    await begin(await open());
    const to = join(folder, "all.jsonl");
    expect(await run("lab", ["export", to, "--db", file])).toMatchObject({ code: 0, out: `Wrote ${to}.\n` });
    const lines = parse(readFileSync(to, "utf8"));
    expect(lines.map((line) => Object.keys(line)[0])).toEqual([
      "lab",
      "job",
      "job",
      "event",
      "event",
      "event",
    ]);
    expect(lines[0]?.["lab"]).toMatchObject({ lastEvent: 3, last_token: 1 });
    expect(lines[1]?.["job"]).toMatchObject({
      id: "a",
      phase: "claimed",
      labels: HALF_DONE[0]?.labels,
      needs: [],
    });
    expect(lines[2]?.["job"]).toMatchObject({ id: "b", needs: ["a"] });
    expect(lines[5]?.["event"]).toMatchObject({ seq: 3, kind: "claimed", actor: "star", token: 1 });
    expect((await run("lab", ["export", "-", "--db", file])).out).toBe(readFileSync(to, "utf8"));
  });

  test("writes the jobs as CSV, a row each", async ({ file, open }) => {
    await begin(await open());
    const { out } = await run("lab", ["export", "-", "--db", file, "--format", "csv"]);
    const [head = "", a, b, ...rest] = out.split("\r\n");
    expect([head.split(",").slice(0, 2), head.endsWith(",needs")]).toEqual([["key", "id"], true]);
    expect(a).toContain(String.raw`"[""a \""quoted\"", label""]"`);
    expect([b?.startsWith("2,b,0,"), b?.endsWith(",a"), rest]).toEqual([true, true, [""]]);
  });

  test("overwrites nothing, and leaves nothing of what was refused", async ({ file, folder, open }) => {
    await begin(await open());
    const to = join(folder, "all.jsonl");
    writeFileSync(to, "mine");
    expect(await run("lab", ["export", to, "--db", file])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is there already/) as string,
    });
    expect(readFileSync(to, "utf8")).toBe("mine");
    const other = join(folder, "other.jsonl");
    expect(await run("lab", ["export", other, "--db", to])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/not a database/) as string,
    });
    expect([existsSync(other), existsSync(`${other}.unfinished`)]).toEqual([false, false]);
  });

  test("all pages, while the lab goes on", async ({ file, open }) => {
    const lab = await open();
    const jobs = Array.from({ length: 2_500 }, (_, n) => ({ id: `job-${String(n)}`, backoff: 0 }));
    await by(lab)({ name: "submitMany", jobs });
    const exporting = run("lab", ["export", "-", "--db", file]);
    for (let n = 0; n < 50; n += 1) await by(lab)({ name: "claim" });
    const lines = parse((await exporting).out);
    const lastEvent = lines[0]?.["lab"]?.["lastEvent"];
    expect(lines.filter((line) => line["job"])).toHaveLength(2_500);
    expect(lines.filter((line) => line["event"]).map((line) => line["event"]?.["seq"])).toEqual(
      Array.from({ length: Number(lastEvent) }, (_, n) => n + 1),
    );
  });
});

/** What the disk fails to do: told, survived, and nothing that was answered is lost. */

import Database from "better-sqlite3";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { by, test } from "./durable-test.ts";
import { countOf, hurtLab, noFaults, type Hurt } from "./faulty-disk.ts";

if (noFaults !== null) console.log(`SKIPPED: disks that fail on purpose (${noFaults})`);

/** Enough for the log to be moved into the file. */
const JOBS = 240;
const CALLERS = 4;

/** Every other step of a replacement is one at which it is killed; with `KILLS=all` each. */
const STEP = process.env["KILLS"] === "all" ? 1 : 2;

describe.skipIf(noFaults !== null)("D3: a write or sync that fails", { timeout: 240_000 }, () => {
  test.for([
    ["a sync of the log", "fsync:error=EIO:when=40", "reports an error"],
    ["a sync, and those of the copy", "fsync:error=EIO:when=40..42", "reports an error"],
    ["a sync for which there is no room", "fsync:error=ENOSPC:when=40", "reports an error"],
    ["a write", "pwrite64:error=EIO:when=1200", "reports an error"],
    ["a write, and those of the copy", "pwrite64:error=EIO:when=1200..1202", "reports an error"],
  ] as const)(
    "[D3] %s: told as unknown, the file is replaced, and what is asked again is done once",
    async ([, fault, trouble], { folder, file }) => {
      const hurt = await hurtLab(folder, JOBS, CALLERS, [fault]);
      expect(hurt.isKilled).toBe(false);
      expect(hurt.calls.filter((call) => call.endsWith("(INJECTED)"))).not.toEqual([]);
      expect(failuresIn(hurt)).toEqual(expect.arrayContaining([expect.stringContaining(trouble)]));
      expect(hurt.calls.filter((call) => call.startsWith(`rename("${file}.replacement"`))).not.toEqual([]);
      expect(idsIn(file)).toEqual(idsUpTo(JOBS));
      expect(leftoversIn(folder)).toEqual([]);
    },
  );

  test("[D3] a write for which there is no room: told as such, and the lab goes on by itself", async ({
    folder,
    file,
  }) => {
    const hurt = await hurtLab(folder, JOBS, CALLERS, ["pwrite64:error=ENOSPC:when=1200"]);
    expect(failuresIn(hurt)).toEqual(
      expect.arrayContaining([expect.stringContaining("is full. Remove what")]),
    );
    expect(idsIn(file)).toEqual(idsUpTo(JOBS));
  });

  test("[D2] the mark is written after each commit's sync, and synced itself all along", async ({
    folder,
  }) => {
    const whole = await hurtLab(folder, 2_000, CALLERS, []);
    const steps = whole.calls
      .map((call) => (call.includes('"LabMark1') ? "mark" : /^fsync/.exec(call)?.[0]))
      .filter((step) => step !== undefined);
    const marks = [...steps.keys()].filter((n) => steps[n] === "mark").slice(1);
    expect(marks.filter((n) => steps[n - 1] !== "fsync")).toEqual([]);
    expect(marks.length).toBeGreaterThan(300);
    expect(countOf(whole, "fdatasync", whole.calls.length)).toBeGreaterThan(1);
  });

  test("[D3] the mark's write: what was committed but not marked is told as unknown, and is there", async ({
    folder,
    file,
  }) => {
    const whole = await hurtLab(folder, 9, 1, []);
    const marks = [...whole.calls.entries()].filter(([, call]) => call.includes('"LabMark1'));
    const fault = `pwrite64:error=EIO:when=${String(countOf(whole, "pwrite64", marks.at(-4)![0]) + 1)}`;
    empty(folder);
    const hurt = await hurtLab(folder, 9, 1, [fault]);
    expect(failuresIn(hurt)).toEqual([expect.stringContaining("EIO: i/o error, write")]);
    expect([idsIn(file), hurt.told.at(-1)]).toEqual([idsUpTo(9), { did: "submit", id: "job-8" }]);
  });

  test("[D3] [D2] a kill at a step of the replacement: the file opens, with every answer", async ({
    folder,
    open,
  }) => {
    const fault = "pwrite64:error=EIO:when=300";
    const whole = await hurtLab(folder, 20, 1, [fault]);
    const begin = whole.calls.findIndex((call) => call.endsWith("(INJECTED)"));
    const end = whole.calls.findIndex((call, n) => n > begin && call.includes(`mark.unfinished", "`));
    expect([begin, end]).not.toContain(-1);
    let kills = 0;
    for (const name of ["fsync", "rename", "unlink"]) {
      for (let n = countOf(whole, name, begin) + 1; n <= countOf(whole, name, end + 1); n += STEP) {
        empty(folder);
        const hurt = await hurtLab(folder, 20, 1, [fault, `${name}:signal=KILL:when=${String(n)}`]);
        expect(hurt.isKilled).toBe(true);
        kills += 1;
        const lab = await open();
        const answered = hurt.told.flatMap((line) => ("did" in line && line.did === "submit" ? line.id : []));
        expect(await lab.read({ name: "known", ids: answered })).toEqual(answered);
        expect([lab.news.loss, await by(lab)({ name: "submit", id: "next", backoff: 0 })]).toEqual([
          null,
          null,
        ]);
        await lab.close();
        expect(leftoversIn(folder)).toEqual([]);
      }
    }
    console.log(`${String(kills)} kills in a replacement`);
  });
});

/** What operators were shown, whenever a caller was told that an outcome is unknown. */
const failuresIn = ({ told }: Hurt): (string | null)[] =>
  told.flatMap((line) => {
    if (!("failed" in line)) return [];
    const isUnknown = line.code === "STORAGE_FAILED" && /not known.*same request id/.test(line.message);
    return isUnknown ? [line.trouble] : [];
  });

function idsIn(file: string): unknown[] {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare("SELECT id FROM job ORDER BY id").pluck().all();
  } finally {
    db.close();
  }
}

const idsUpTo = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `job-${String(n)}`).sort();

function empty(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
}

const leftoversIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => /unfinished|replacement/.test(name));

import Database from "better-sqlite3";
import fc from "fast-check";
import { writeFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { Rejected, verify } from "../../engine/index.ts";
import { BruteForceLab } from "../model/brute-force-lab.ts";
import { commandOf, histories, timeOf } from "../model/histories.ts";
import { by, test } from "./durable-test.ts";
import { liveThrough } from "./lived-lab.ts";
import { makeSecondFile } from "./old-files.ts";

describe("D4: a lab that is whole", () => {
  test("[D4] its events give what is stored, whatever happened in it", async ({ file, open }) => {
    const lab = await open();
    await liveThrough(lab);
    await lab.close();
    const report = verify(file);
    expect(report).toMatchObject({ clean: true, jobs: 5, findings: [], more: 0 });
    expect(report.lastEvent).toBe(report.events);
  });

  test("[D4] at once after the start, and while it runs", async ({ file, open }) => {
    const lab = await open();
    expect(verify(file)).toMatchObject({ clean: true, events: 0, jobs: 0 });
    await liveThrough(lab);
    expect(verify(file).findings).toEqual([]);
  });

  test("[D4] half a character in a payload, and whatever stands in a reason", async ({ file, open }) => {
    const lab = await open();
    await by(lab)({ name: "submit", id: "a", backoff: 0, payload: "\udfff" });
    await by(lab)({ name: "hold", id: "a" }, "why, a\0b");
    expect(verify(file).findings).toEqual([]);
  });

  test("[D4] a file of the second version that was brought over", async ({ file, open }) => {
    makeSecondFile(file);
    await (await open({ replay: true })).close();
    expect(verify(file)).toMatchObject({ findings: [], events: 28, jobs: 10 });
  });

  test("[D4] random histories", { timeout: 120_000 }, async ({ file, open }) => {
    let run = 0;
    const played = fc.asyncProperty(histories(80), async ({ steps, ...settings }) => {
      const options = { ...settings, file: `${file}-${String((run += 1))}`, replay: true };
      const model = new BruteForceLab(settings);
      Object.assign(model.facts, { random: () => 0 });
      const lab = await open(options);
      for (const step of steps) {
        const command = commandOf(step, model);
        const given: unknown = timeOf(step, model);
        const now = typeof given === "number" ? given : Number.NaN;
        model.perform(command, now);
        await lab.perform(command, { actor: "model", now }).catch((error: unknown) => {
          if (!(error instanceof Rejected)) throw error;
        });
      }
      await lab.close();
      expect(verify(options.file).findings).toEqual([]);
    });
    await fc.assert(played, { numRuns: 10, seed: 4_711 });
  });
});

describe("D6: files that can't be verified at all", () => {
  test.for<readonly [string, (file: string) => void, RegExp]>([
    ["no file", () => {}, /^There is no file .*Check the name/],
    ["0 bytes", (file) => writeFileSync(file, ""), /is empty.*Name another file/],
    [
      "garbage",
      (file) => writeFileSync(file, "no database at all ".repeat(20)),
      /not a database, or it is damaged/,
    ],
    [
      "another application's",
      (file) => new Database(file).exec("CREATE TABLE cats (name)"),
      /another application/,
    ],
    [
      "a newer version's",
      (file) => new Database(file).exec("PRAGMA application_id = 1281450564; PRAGMA user_version = 999"),
      /newer Lab Dispatcher.*Install/,
    ],
    [
      "an older version's",
      (file) => new Database(file).exec("PRAGMA application_id = 1281450564; PRAGMA user_version = 1"),
      /older Lab Dispatcher.*Open it once/,
    ],
  ])("[D6] %s", ([, make, sentence], { file }) => {
    make(file);
    expect(() => verify(file)).toThrow(sentence);
  });
});

/** The index that lists are searched by: beside the database, made from its events, and never trusted. */

import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import type { DurableLab, ListQuery } from "../../engine/index.ts";
import { ReadingDesk } from "../../engine/durable/sqlite/reading-desk.ts";
import { by, test as base } from "./durable-test.ts";

interface Fixtures {
  /** Desks that keep an index of however few events, and are closed when the test ends. */
  readonly desk: (file?: string) => ReadingDesk;
}

const test = base.extend<Fixtures>({
  desk: async ({ file }, use) => {
    const desks: ReadingDesk[] = [];
    await use((named = file) => {
      const desk = new ReadingDesk(named, { maxFailures: 2, indexedFrom: 1 });
      desks.push(desk);
      return desk;
    });
    for (const desk of desks) desk.close();
  },
});

const COUNTS = {
  blocked: 0,
  held: 0,
  waiting: 0,
  ready: 0,
  claimed: 0,
  quarantined: 0,
  completed: 0,
  cancelled: 0,
};
const LOOK = { clock: 0, at: 0, counts: COUNTS };

const idsIn = (desk: ReadingDesk, query: Partial<ListQuery>): string[] =>
  desk.read({ name: "list", limit: 100, ...query }, LOOK).jobs.map(({ id }) => id);

async function fill(lab: DurableLab): Promise<void> {
  const give = by(lab);
  await give({ name: "submit", id: "Wash-001", backoff: 0, labels: ["PLATE-7", 'say "so"'] });
  await give({ name: "submit", id: "spin-Ärger-002", backoff: 0 });
  await give({ name: "submit", id: "read_100%", backoff: 0, labels: ["plate-8"] });
  await give({ name: "claim" });
  await give({ name: "reportFailure", id: "Wash-001" }, "Tip clogged");
}

const SEARCHES: readonly Partial<ListQuery>[] = [
  { text: "wash" },
  { text: "late" },
  { text: "ÄRG" },
  { text: "_100%" },
  { text: "00" },
  { text: "\0ab" },
  { text: "a much longer text than any id in here, so that not all of its trigrams are asked for" },
  { search: "PLATE-" },
  { search: 'y "so' },
  { search: "TIP CLOG" },
  { search: "OR NOT (*" },
  { search: "00", states: ["ready"] },
];

describe("the search index", () => {
  test.for(SEARCHES)(
    "finds what looking through everything finds: %j",
    async (query, { open, desk, file }) => {
      await fill(await open({ maxFailures: 2 }));
      const without = new ReadingDesk(file, { maxFailures: 2, indexedFrom: Infinity });
      const expected = idsIn(without, query);
      without.close();
      expect(idsIn(desk(), query)).toEqual(expected);
    },
  );

  test("[D1] knows what was answered before, and goes on from where it was", async ({ open, desk, file }) => {
    const lab = await open();
    await fill(lab);
    const first = desk();
    const before = idsIn(first, { search: "plate-9" });
    await by(lab)({ name: "submit", id: "late", backoff: 0, labels: ["plate-9"] });
    const after = idsIn(first, { search: "plate-9" });
    first.close();
    expect([before, after, existsSync(`${file}.search`)]).toEqual([[], ["late"], true]);
    expect(idsIn(desk(), { search: "plate-9" })).toEqual(["late"]);
  });

  test("of another lab, or of this one before it was restored, is made anew", async ({
    open,
    desk,
    file,
    folder,
  }) => {
    const other = join(folder, "other.db");
    const old = await open({ file: other });
    await by(old)({ name: "submit", id: "other-job", backoff: 0 });
    expect(idsIn(desk(other), { text: "other" })).toEqual(["other-job"]);
    const lab = await open();
    await fill(lab);
    copyFileSync(`${other}.search`, `${file}.search`);
    copyFileSync(`${other}.search-wal`, `${file}.search-wal`);
    const found = desk();
    expect([idsIn(found, { text: "wash-001" }), idsIn(found, { text: "other" })]).toEqual([["Wash-001"], []]);
  });

  test.for([
    "",
    "no database at all",
    "SQLite format 3\0 and then nothing that makes sense".padEnd(8_192, "x"),
  ])("that is damaged is made anew: %s", async ([, content = ""], { open, desk, file }) => {
    await fill(await open());
    writeFileSync(`${file}.search`, content);
    expect(idsIn(desk(), { text: "wash-001" })).toEqual(["Wash-001"]);
  });

  test("isn't needed: without one, everything is looked through", async ({ open, desk, file }) => {
    await fill(await open());
    // Nothing can be made under the name of a folder that isn't empty.
    mkdirSync(`${file}.search`);
    writeFileSync(join(`${file}.search`, "in the way"), "");
    expect(idsIn(desk(), { search: "clog" })).toEqual(["Wash-001"]);
  });

  test("takes in many events a slice at a time", async ({ open, desk }) => {
    const lab = await open();
    const jobs = Array.from({ length: 4_500 }, (_, n) => ({ id: `job-${String(n)}`, backoff: 0 }));
    await by(lab)({ name: "submitMany", jobs });
    const one = desk();
    expect([one.keepIndex(), one.keepIndex(), one.keepIndex()]).toEqual([false, false, true]);
    expect(idsIn(one, { text: "job-4321" })).toEqual(["job-4321"]);
  });
});

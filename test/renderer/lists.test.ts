import { describe, expect, test } from "vitest";
import type { JobView } from "../../engine/model.ts";
import { fresh, settle, type Row } from "../../renderer/jobs/settle.ts";
import { stillRows } from "../../renderer/quarantine/still-rows.ts";
import { nearestJob, stoppedInWords, treeRows } from "../../renderer/quarantine/tree-rows.ts";
import { moveInList } from "../../renderer/ui/move-in-list.ts";
import { aJob, anEntry, aStopped } from "./factories.ts";

const jobs = (...positions: number[]): JobView[] =>
  positions.map((position) => aJob({ state: "ready" }, { id: `job-${position}`, position }));
const shown = (rows: readonly Row[]) => rows.map((row) => (row.kind === "job" ? row.id : `(${row.id})`));

describe("a list that somebody points at", () => {
  test("keeps the place of what left", () => {
    const { rows } = settle(fresh(jobs(1, 2, 3)).rows, jobs(1, 3));
    expect(shown(rows)).toEqual(["job-1", "(job-2)", "job-3"]);
  });

  test("takes on what comes after the end", () => {
    const { rows, held } = settle(fresh(jobs(1, 2)).rows, jobs(1, 2, 5));
    expect([shown(rows), held]).toEqual([["job-1", "job-2", "job-5"], 0]);
  });

  test("lets what belongs in between wait", () => {
    const { rows, held } = settle(fresh(jobs(1, 4)).rows, jobs(1, 2, 3, 4));
    expect([shown(rows), held]).toEqual([["job-1", "job-4"], 2]);
  });

  test("shows a job that came back in its old place", () => {
    const { rows } = settle(settle(fresh(jobs(1, 2, 3)).rows, jobs(1, 3)).rows, jobs(1, 2, 3));
    expect(shown(rows)).toEqual(["job-1", "job-2", "job-3"]);
  });
});

describe("the keys of a list", () => {
  test.each([
    ["ArrowDown", -1, 0],
    ["j", 3, 4],
    ["ArrowUp", 0, 0],
    ["k", 3, 2],
    ["PageDown", 3, 9],
    ["PageUp", 3, 0],
    ["Home", 3, 0],
    ["End", 3, 9],
    ["ArrowDown", 9, 9],
  ])("%s from %i leads to %i", (key, from, to) => {
    expect(moveInList(key, from, 10, 8)).toBe(to);
  });

  test("lead nowhere in an empty list, and others lead nowhere at all", () => {
    expect([moveInList("ArrowDown", -1, 0, 8), moveInList("x", 0, 10, 8)]).toEqual([null, null]);
  });
});

describe("the quarantine as a tree", () => {
  const entry = anEntry("extract-17", [
    aStopped("amplify-17", "extract-17"),
    aStopped("sequence-17", "amplify-17", { depth: 2 }),
    aStopped("label-17", "extract-17"),
  ]);
  const view = { entries: [entry], entriesTotal: 1 };

  test("tells for each row which branches go on below it", () => {
    const branches = treeRows(view, new Map()).map((row) =>
      row.kind === "stopped" ? row.branches : row.kind,
    );
    expect(branches).toEqual(["entry", [true], [true, false], [false]]);
  });

  test("is closed by hand", () => {
    expect(treeRows(view, new Map([["extract-17", false]])).map((row) => row.id)).toEqual(["extract-17"]);
  });

  test("keeps still while somebody points at it: a gap for what left, nothing new in between", () => {
    const other = anEntry("extract-18", []);
    const shown = treeRows({ entries: [entry, other], entriesTotal: 2 }, new Map());
    const rows = stillRows(
      shown,
      treeRows({ entries: [anEntry("a", []), other], entriesTotal: 2 }, new Map()),
    );
    expect(rows.map((row) => (row.kind === "left" ? `(${row.was})` : row.id))).toEqual([
      "(extract-17)",
      "(amplify-17)",
      "(sequence-17)",
      "(label-17)",
      "extract-18",
    ]);
  });

  test("End and Home lead to a job, even if the row there is none", () => {
    const rows = treeRows(
      { entries: [{ ...entry, stoppedTotal: 8 }, anEntry("z", [])], entriesTotal: 2 },
      new Map(),
    );
    const cut = rows.slice(0, -1);
    expect([nearestJob(cut, cut.length - 1, 1)?.id, nearestJob(rows, rows.length - 2, 1)?.id]).toEqual([
      "label-17",
      "z",
    ]);
    expect(nearestJob(rows, rows.length - 2, -1)?.id).toBe("label-17");
  });

  test("doesn't count where the count ended", () => {
    const cut = { entries: [{ ...entry, stoppedTotal: 1000 }], entriesTotal: 1 };
    const open = treeRows(cut, new Map([["extract-17", true]]));
    expect([open.at(-1), stoppedInWords(1000), stoppedInWords(8)]).toMatchObject([
      { kind: "more", count: null },
      "1,000 or more",
      "8",
    ]);
  });

  test("says how many more there are where it is cut", () => {
    const cut = { entries: [{ ...entry, stoppedTotal: 8 }], entriesTotal: 1 };
    expect(treeRows(cut, new Map()).at(-1)).toMatchObject({ kind: "more", count: 5 });
  });
});

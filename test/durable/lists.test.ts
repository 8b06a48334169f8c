/** Every filter with every order, page after page, against what the rows say. */

import { describe, expect } from "vitest";
import { Rejected, type DurableLab, type JobView, type ListQuery } from "../../engine/index.ts";
import { by, test } from "./durable-test.ts";

type Query = Omit<ListQuery, "limit" | "after">;

const idOf = (n: number): string =>
  `${["wash", "spin", "read"][n % 3] ?? ""}-${String((n * 37) % 60).padStart(2, "0")}`;

/** Sixty jobs in all states, with labels, capabilities, priorities, two robots and two reasons. */
async function fill(lab: DurableLab): Promise<void> {
  await by(lab)({
    name: "submitMany",
    jobs: Array.from({ length: 60 }, (_, n) => ({
      id: idOf(n),
      backoff: 600_000,
      priority: n % 7 === 0 ? 2 : 0,
      labels: n % 4 === 0 ? [`plate-${String(n % 5)}`, "100%"] : [],
      requires: n % 2 === 0 ? ["gripper"] : [],
      after: n > 50 ? [idOf(n - 9)] : [],
    })),
  });
  for (let n = 0; n < 24; n += 1) {
    const station = n % 3 === 0 ? "tecan" : "star";
    const give = by(lab, station);
    const claim = await give({ name: "claim" });
    if (claim === null || n % 4 === 0) continue;
    if (n % 4 === 1) await give({ name: "complete", id: claim.id });
    else await give({ name: "reportFailure", id: claim.id }, n % 8 === 2 ? "Tip clogged" : "Lid stuck");
  }
  const { jobs } = await lab.read({ name: "list", states: ["ready"], limit: 4 });
  const [first, second, third, fourth] = jobs.map(({ id }) => id);
  await by(lab)({ name: "hold", id: first! });
  await by(lab)({ name: "hold", id: second! });
  await by(lab)({ name: "cancel", id: third!, withDependents: true });
  await by(lab)({ name: "completeByHand", id: fourth! });
}

const isIn = (text: string, whole: string | null): boolean =>
  whole !== null && whole.toLowerCase().includes(text.toLowerCase());

/** Each filter with what it means, told by the whole view of a job. */
const FILTERS: readonly (readonly [name: string, query: Query, passes: (job: JobView) => boolean])[] = [
  ["nothing", {}, () => true],
  ["no state", { states: [] }, () => false],
  ["ready", { states: ["ready"] }, ({ state }) => state === "ready"],
  [
    "waiting or held",
    { states: ["waiting", "held"] },
    ({ state }) => state === "waiting" || state === "held",
  ],
  [
    "claimed or final",
    { states: ["claimed", "completed", "cancelled"] },
    ({ state }) => state === "claimed" || state === "completed" || state === "cancelled",
  ],
  [
    "quarantined or blocked",
    { states: ["quarantined", "blocked"] },
    ({ state }) => state === "quarantined" || state === "blocked",
  ],
  ["a part of an id", { text: "ASH-1" }, ({ id }) => isIn("ash-1", id)],
  ["one letter", { text: "3" }, ({ id }) => isIn("3", id)],
  [
    "search, of ids and labels",
    { search: "late-3" },
    ({ id, labels }) => isIn("late-3", id) || labels.some((label) => isIn("late-3", label)),
  ],
  ["search, to the letter", { search: "0%" }, ({ labels }) => labels.includes("100%")],
  ["search, of reasons", { search: "clog" }, ({ lastReason }) => isIn("clog", lastReason)],
  ["a label", { labels: ["plate-3"] }, ({ labels }) => labels.includes("plate-3")],
  ["two labels", { labels: ["100%", "plate-1"] }, ({ labels }) => labels.includes("plate-1")],
  ["part of a label", { labels: ["plate"] }, () => false],
  ["a capability", { requires: "gripper" }, ({ requires }) => requires.includes("gripper")],
  ["whom it failed on", { failedOn: "tecan" }, ({ lastFailedOn }) => lastFailedOn === "tecan"],
  ["a priority or higher", { priority: { from: 1 } }, ({ priority }) => priority >= 1],
  ["a range of priorities", { priority: { from: -1, to: 1 } }, ({ priority }) => priority === 0],
  [
    "several at once",
    { states: ["waiting", "ready"], requires: "gripper", priority: { to: 0 }, text: "a" },
    ({ state, requires, priority, id }) =>
      (state === "waiting" || state === "ready") &&
      requires.includes("gripper") &&
      priority <= 0 &&
      isIn("a", id),
  ],
];

const ORDERS: readonly (readonly [
  NonNullable<ListQuery["sort"]>["by"],
  (a: JobView, b: JobView) => number,
])[] = [
  ["line", (a, b) => a.position - b.position],
  ["priority", (a, b) => b.priority - a.priority || a.position - b.position],
  ["since", (a, b) => a.since - b.since || a.position - b.position],
  ["id", (a, b) => (a.id < b.id ? -1 : 1)],
];

async function pagesOf(lab: DurableLab, query: Query, limit: number) {
  const ids: string[] = [];
  let total: unknown;
  for (let after: string | null | undefined; after !== null;) {
    const page = await lab.read({ name: "list", ...query, limit, after });
    ids.push(...page.jobs.map(({ id }) => id));
    if (after === undefined) total = page.total;
    after = page.next;
  }
  return { ids, total };
}

describe("a list", () => {
  test("shows what its filters let through, in every order and both ways, page after page", async ({
    open,
  }) => {
    const lab = await open({ maxFailures: 2 });
    await fill(lab);
    const { jobs } = await lab.read({ name: "list", limit: 500 });
    expect(jobs).toHaveLength(60);
    for (const [name, query, passes] of FILTERS) {
      for (const [order, compare] of ORDERS) {
        const ids = jobs
          .filter(passes)
          .sort(compare)
          .map(({ id }) => id);
        for (const descending of [false, true]) {
          const found = await pagesOf(lab, { ...query, sort: { by: order, descending } }, 7);
          expect(found, `${name} by ${order}${descending ? ", turned around" : ""}`).toEqual({
            ids: descending ? ids.reverse() : ids,
            total: { count: ids.length, exact: true },
          });
        }
      }
    }
  });

  test("knows whose claim was the last, also of a job that has failed since", async ({ open }) => {
    const lab = await open({ maxFailures: 3 });
    for (const id of ["a", "b"]) await by(lab)({ name: "submit", id, backoff: 0 });
    await by(lab, "tecan")({ name: "claim" });
    await by(lab, "tecan")({ name: "reportFailure", id: "a" });
    await by(lab, "star")({ name: "claim" });
    await by(lab, "tecan")({ name: "claim" });
    const of = async (query: Query) => (await pagesOf(lab, query, 5)).ids;
    expect(await of({ station: "star" })).toEqual(["a"]);
    expect(await of({ station: "tecan" })).toEqual(["b"]);
    expect(await of({ failedOn: "tecan" })).toEqual(["a"]);
    expect(await of({ station: "ada" })).toEqual([]);
  });

  test("goes on where a page ended, whatever has come and gone meanwhile", async ({ open }) => {
    const lab = await open();
    const give = by(lab);
    for (const id of ["a", "b", "c", "d"]) await give({ name: "submit", id, backoff: 0 });
    const query = { name: "list", states: ["ready"], limit: 2 } as const;
    const { next } = await lab.read(query);
    for (let n = 0; n < 2; n += 1) await give({ name: "claim" });
    await give({ name: "submit", id: "e", backoff: 0 });
    const page = await lab.read({ ...query, limit: 5, after: next });
    expect(page.jobs.map(({ id }) => id)).toEqual(["c", "d", "e"]);
  });

  test("goes on from a place in the line, as older callers keep it", async ({ open }) => {
    const lab = await open();
    for (const id of ["a", "b", "c"]) await by(lab)({ name: "submit", id, backoff: 0 });
    const { jobs } = await lab.read({ name: "list", after: 1, limit: 5 });
    expect(jobs.map(({ id }) => id)).toEqual(["b", "c"]);
  });

  test.for<Partial<Record<keyof ListQuery, unknown>>>([
    { limit: 0 },
    { limit: 501 },
    { limit: "all" },
    { after: "b" },
    { after: '["line"]' },
    { after: '["line","1"]' },
    { after: '["line",1]', sort: { by: "line", descending: true } },
    { after: 3, sort: { by: "since" } },
    { sort: { by: "length" } },
    { states: ["ready", "constructor"] },
    { labels: [7] },
  ])("refuses %j", async (wrong, { open }) => {
    const lab = await open();
    const reading = { name: "list", limit: 5, ...wrong } as { name: "list"; limit: number };
    const refusal = await lab.read(reading).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Rejected);
    expect(refusal).toMatchObject({ code: "INVALID_ARGUMENT", field: Object.keys(wrong)[0] });
  });
});

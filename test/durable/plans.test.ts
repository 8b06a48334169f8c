/** How SQLite goes about the readings: by indexes in the order asked for, so that a million jobs cost what a page costs. */

import Database from "better-sqlite3";
import { describe, expect } from "vitest";
import { planFor } from "../../engine/durable/sqlite/event-query.ts";
import { EVENT_KINDS, historyOf } from "../../engine/durable/sqlite/event-view.ts";
import { LIST_ORDERS, PHASES, walk } from "../../engine/durable/sqlite/list-order.ts";
import { migrate, MIGRATIONS } from "../../engine/durable/sqlite/migrations/index.ts";
import { test } from "./durable-test.ts";

function plansOf(sqls: readonly string[]): string[] {
  const db = new Database(":memory:");
  migrate(db, 0);
  const plans = sqls.flatMap((sql) => db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all());
  db.close();
  return plans.map(({ detail }) => detail);
}

/** What would look at all rows, or put many into order. A scan by an index in the order of the list is a walk. */
const isCostly = (detail: string): boolean =>
  detail.includes("TEMP B-TREE") || /^SCAN (job|event|mark|prerequisite)$/.test(detail);

describe("no reading sorts, or looks through a table", () => {
  test.for(LIST_ORDERS.flatMap((by) => [false, true].map((descending) => [by, descending] as const)))(
    "a list by %s, turned around: %s",
    ([by, descending]) => {
      const cursors = by === "id" ? [null, ["a"]] : [null, [0, 1], [2, 1], [-2, 1]];
      const sqls = cursors.flatMap((after) =>
        [PHASES, ["open", "claimed"] as const].flatMap((phases) => {
          return walk({ by, descending }, phases, by === "line" && after ? [1] : after, "TRUE");
        }),
      );
      const costly = plansOf(sqls.map((sql) => sql.replaceAll(/:after\d/g, "1"))).filter(isCostly);
      expect(costly).toEqual([]);
    },
  );

  test.for([
    ["all", {}],
    ["of a job", { job: "a" }],
    ["of an actor", { actor: "a" }],
    ["of some kinds", { kinds: EVENT_KINDS }],
    ["of some time", { from: 1, to: 2 }],
  ] as const)("events: %s", ([, filter]) => {
    const { sql = "" } = planFor({ ...filter, limit: 1 }, EVENT_KINDS) ?? {};
    const costly = plansOf([sql.replaceAll(/:[a-zA-Z]+/g, "1")]).filter(isCostly);
    expect(costly.filter((detail) => detail !== "SCAN event")).toEqual([]);
  });

  test("a job's history, and a chart", () => {
    const chart = "SELECT count(*) FROM event WHERE kind = 'failed' AND at >= 1 AND at < 2";
    const plans = plansOf([historyOf().replaceAll(/:[a-z]+/g, "1"), chart]);
    expect(plans.filter(isCostly)).toEqual([]);
    expect(plans).toContain("SEARCH event USING COVERING INDEX event_by_kind (kind=? AND at>? AND at<?)");
  });
});

test("[D6] a file of the version before the readings is brought over, its labels and capabilities with it", async ({
  file,
  open,
}) => {
  const lab = await open();
  const jobs = [
    { id: "a", backoff: 0, labels: ["plate-1", "plate-1", "lot"], requires: ["gripper"] },
    { id: "b", backoff: 0, labels: ["lot"] },
    { id: "c", backoff: 0 },
  ];
  await lab.perform({ name: "submitMany", jobs }, { actor: "ada" });
  await lab.close();
  const db = new Database(file);
  db.exec(`DROP TABLE mark; DROP TRIGGER labels_are_marks; DROP TRIGGER capabilities_are_marks;
    DROP INDEX job_by_since; DROP INDEX job_by_priority; DROP INDEX job_on_hold;
    DROP INDEX event_by_kind; DROP INDEX event_by_actor`);
  db.pragma(`user_version = ${String(MIGRATIONS.length - 1)}`);
  db.close();
  const now = await open();
  const idsWith = async (filter: object) =>
    (await now.read({ name: "list", limit: 9, ...filter })).jobs.map(({ id }) => id);
  expect(await idsWith({ labels: ["lot"] })).toEqual(["a", "b"]);
  expect(await idsWith({ labels: ["plate-1"] })).toEqual(["a"]);
  expect(await idsWith({ requires: "gripper" })).toEqual(["a"]);
  expect(await idsWith({ sort: { by: "priority", descending: true } })).toEqual(["c", "b", "a"]);
});

/** What robots say of a step, in their own terms, stands in the event that it brought about. */

import { describe, expect } from "vitest";
import type { Command } from "../../engine/index.ts";
import { Desk } from "./desk.ts";
import { test as base } from "./durable-test.ts";

const test = base.extend<{ readonly desk: Desk }>({
  desk: async ({ file }, use) => {
    const desk = new Desk(file, { maxFailures: 2 });
    desk.giveAll([submit("a"), submit("b", { after: ["a"] }), { name: "claim" }]);
    await use(desk);
    desk.close();
  },
});

const submit = (id: string, options: object = {}): Command => ({
  name: "submit",
  backoff: 0,
  ...options,
  id,
});
const fails = (code: unknown): Command => ({ name: "reportFailure", id: "a", code }) as Command;
const completes = (result: unknown): Command => ({ name: "complete", id: "a", result });

const told = (desk: Desk) =>
  desk.rows("SELECT kind, command, code, result FROM event WHERE seq > 3 ORDER BY seq");

describe("F4: a failure's code", () => {
  test("[F4] is kept with each attempt, and stands nowhere else", ({ desk }) => {
    desk.giveAll([fails("E7"), { name: "claim" }, fails("TIP-LOST")], { reason: "clot" });
    desk.restart();
    expect(told(desk)).toEqual([
      ["failed", "reportFailure", "E7", null],
      ["claimed", "claim", null, null],
      ["failed", "reportFailure", "TIP-LOST", null],
      ["quarantined", "reportFailure", null, null],
      ["quarantined", "reportFailure", null, null],
    ]);
  });

  test.for([null, undefined])("[F4] may be %s", (code, { desk }) => {
    expect(desk.give(fails(code))).toBe("ready");
    expect(told(desk)).toEqual([["failed", "reportFailure", null, null]]);
  });

  test.for(["", "x".repeat(201), 7, {}, ["E7"], "half \ud83d of it"])(
    "[F4] can't be %j",
    (code, { desk }) => {
      expect(desk.give(fails(code))).toBe("INVALID_ARGUMENT");
      expect([told(desk), desk.give({ name: "status", id: "a" })]).toEqual([[], "claimed"]);
    },
  );

  test("[F4] [D4] is not taken over by a lease that the same call lets expire", ({ desk }) => {
    desk.giveAll([fails("E7"), { name: "claim", lease: 10 }]);
    desk.clock.time = 11;
    expect(desk.give(fails("E8"))).toBe("NOT_CLAIMED");
    expect(told(desk).slice(2)).toEqual([
      ["expired", null, null, null],
      ["quarantined", null, null, null],
      ["quarantined", null, null, null],
    ]);
  });
});

describe("D4: a completion's result", () => {
  test.for([{ volume: 7.5, wells: ["A1"] }, [], "ok", 0, false])(
    "[D4] is kept as it was given: %j",
    (result, { desk }) => {
      desk.give(completes(result));
      desk.restart();
      const [event] = told(desk) as [[string, string, null, string]];
      expect([event[0], JSON.parse(event[3])]).toEqual(["completed", result]);
    },
  );

  test.for([null, undefined])("[D4] may be %s", (result, { desk }) => {
    expect(desk.give(completes(result))).toBeNull();
    expect(told(desk)).toEqual([["completed", "complete", null, null]]);
  });

  test.for([7n, Number.NaN, new Map(), { deep: [undefined] }])(
    "[D4] is refused if it is no JSON",
    (result, { desk }) => {
      expect(desk.give(completes(result))).toBe("INVALID_ARGUMENT");
      expect([told(desk), desk.give({ name: "status", id: "a" })]).toEqual([[], "claimed"]);
    },
  );
});

import { describe, expect, vi } from "vitest";
import type { Command } from "../../engine/index.ts";
import { RunningClock } from "../../engine/durable/clock.ts";
import type { Desk } from "./desk.ts";
import { test } from "./desk.ts";
import { claim, submit } from "./commands.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** What a desk's wall clock shows at first. */
const NOON = 1_000_000;

const status = (id: string): Command => ({ name: "status", id });

const dueEvents = (desk: Desk) =>
  desk.rows("SELECT id, actor, command FROM event JOIN job ON job.key = event.job WHERE kind = 'due'");

const jumps = (desk: Desk) =>
  desk.rows("SELECT jump, actor, command, at FROM event WHERE kind = 'clockJumped' ORDER BY seq");

const jump = (desk: Desk, by: number) => {
  desk.clock.day += by;
  desk.clock.jump(by);
};

const noticesOf = (desk: Desk) => desk.actor.news.notices.map(({ text }) => text);

describe("T5: earliest starts count on the wall clock", () => {
  test("[T5] [T6] the timer is set to one, and what is due is on disk before anybody is told", ({ desk }) => {
    desk.give(submit("a", { notBefore: NOON + 500 }));
    expect(desk.clock.wake).toMatchObject({ running: undefined, wall: NOON + 500 });
    desk.clock.time = 99_999;
    expect([desk.give(status("a")), desk.give(claim)]).toEqual(["waiting", null]);
    desk.clock.day = NOON + 500;
    desk.news.length = 0;
    desk.clock.wake?.task();
    expect(desk.news).toMatchObject([
      { lab: { counts: { ready: 1, waiting: 0 } }, stored: [["due", "lab", null, 99_999]] },
    ]);
    expect([desk.clock.wake?.wall, desk.give(claim)]).toMatchObject([undefined, { id: "a" }]);
  });

  test("[T5] one that came while the engine was off is noticed at the start's first look", ({ desk }) => {
    desk.give(submit("a", { notBefore: NOON + HOUR }));
    desk.restart({ day: NOON + HOUR });
    expect([desk.give(claim), dueEvents(desk)]).toMatchObject([{ id: "a" }, [["a", "lab", null]]]);
  });

  test("[T5] one that was reached is dropped for good, on disk too", ({ desk }) => {
    desk.give(submit("a", { notBefore: NOON + HOUR }));
    desk.clock.day += HOUR;
    const reached = desk.give(status("a"));
    desk.restart({ day: NOON, killed: true });
    expect([reached, desk.give(status("a"))]).toEqual(["ready", "ready"]);
    expect(desk.rows("SELECT not_before FROM job")).toEqual([[null]]);
  });

  test("[T5] one that wasn't reached is kept by a new start", ({ desk }) => {
    desk.give(submit("a", { notBefore: NOON + HOUR }));
    desk.restart({ day: NOON + HOUR - 1 });
    expect([desk.give(status("a")), desk.clock.wake?.wall]).toEqual(["waiting", NOON + HOUR]);
  });

  test("[T5] in a replay the time of the commands is both clocks", async ({ open }) => {
    const lab = await open({ replay: true });
    const at = (now: number) => ({ actor: "replay", now });
    await lab.perform({ name: "submit", id: "a", backoff: 5, notBefore: 50 }, at(1));
    const states = [];
    for (const now of [49, 50]) states.push(await lab.perform({ name: "status", id: "a" }, at(now)));
    expect(states).toEqual(["waiting", "ready"]);
  });
});

describe("T5: a wall clock that jumps", () => {
  test("[T5] ahead: earliest starts follow it, leases and backoffs don't; it is stored, and operators are told", ({
    desk,
  }) => {
    desk.giveAll([submit("busy"), submit("slow"), submit("early", { notBefore: NOON + 2 * HOUR })]);
    desk.giveAll([{ name: "claim", lease: 10 }, claim, { name: "reportFailure", id: "slow" }]);
    desk.clock.time = 3;
    jump(desk, DAY + 2 * HOUR);
    expect(jumps(desk)).toEqual([[DAY + 2 * HOUR, "lab", null, NOON + DAY + 2 * HOUR]]);
    expect(noticesOf(desk)).toEqual([
      "The clock of this computer jumped ahead by 1 day 2 hours. Earliest starts follow it; leases and backoffs don't.",
    ]);
    expect(desk.news.at(-1)?.lab).toMatchObject({
      counts: { claimed: 1, waiting: 1, ready: 1 },
      notices: [{ at: NOON + DAY + 2 * HOUR }],
    });
    expect(dueEvents(desk)).toEqual([["early", "lab", null]]);
  });

  test("[T5] back: what waits for its start waits longer, and nothing that was ready waits again", ({
    desk,
  }) => {
    desk.giveAll([submit("due", { notBefore: NOON + 1 }), submit("early", { notBefore: NOON + HOUR })]);
    desk.clock.day += 1;
    desk.give(status("due"));
    jump(desk, -HOUR);
    expect([desk.give(status("due")), desk.give(status("early"))]).toEqual(["ready", "waiting"]);
    expect(noticesOf(desk)).toEqual([expect.stringMatching(/jumped back by 1 hour\./)]);
    desk.clock.day = NOON + HOUR;
    expect(desk.give(status("early"))).toBe("ready");
  });

  test.for([-HOUR, HOUR, -DAY, DAY])("[T5] by %d ms ends no lease and no backoff", (by, { desk }) => {
    desk.giveAll([submit("a"), submit("b"), { name: "claim", lease: 10 }, claim]);
    desk.give({ name: "reportFailure", id: "b" });
    jump(desk, by);
    desk.restart({ day: desk.clock.day + by });
    expect([desk.give(status("a")), desk.give(status("b"))]).toEqual(["claimed", "waiting"]);
    desk.clock.time = 10;
    expect([desk.give(status("a")), desk.give(status("b"))]).toEqual(["waiting", "ready"]);
  });

  test("[T5] back between two runs is noticed at the start", ({ desk }) => {
    desk.give(submit("early", { notBefore: NOON + HOUR }));
    desk.restart({ day: NOON - HOUR });
    expect([jumps(desk), noticesOf(desk), desk.give(status("early"))]).toEqual([
      [[-HOUR, "lab", null, NOON - HOUR]],
      [expect.stringMatching(/jumped back by 1 hour\./)],
      "waiting",
    ]);
    // It is told once: the start after this one has nothing to tell.
    desk.restart({ day: NOON - HOUR + 60_000 });
    expect([jumps(desk).length, noticesOf(desk)]).toEqual([1, []]);
  });

  test("[T5] time that goes by between two runs, and small steps back, are no jumps", ({ desk }) => {
    desk.give(submit("a"));
    desk.restart({ day: NOON + 9 * DAY });
    desk.restart({ day: NOON + 9 * DAY - 1_999 });
    expect([jumps(desk), noticesOf(desk)]).toEqual([[], []]);
  });

  test("[T5] [D3] is told as trouble if it can't be stored", ({ desk }) => {
    desk.give(submit("a"));
    desk.blocking(() => jump(desk, HOUR));
    expect([jumps(desk), desk.actor.news.trouble]).toEqual([
      [],
      expect.stringMatching(/^Nothing can be stored/),
    ]);
    expect([desk.give(status("a")), desk.give(claim)]).toMatchObject(["ready", { id: "a" }]);
  });

  test("[T5] the latest twenty are told", ({ desk }) => {
    for (let hours = 1; hours <= 21; hours += 1) jump(desk, hours * HOUR);
    expect([noticesOf(desk).length, noticesOf(desk)[0], jumps(desk).length]).toEqual([
      20,
      expect.stringMatching(/by 2 hours\./),
      21,
    ]);
  });
});

describe("T5: the computer's own clock", () => {
  const withDate = test.extend<{ readonly date: { jump(by: number): void } }>({
    date: async ({}, use) => {
      vi.useFakeTimers({ toFake: ["Date"] });
      await use({ jump: (by) => vi.setSystemTime(Date.now() + by) });
      vi.useRealTimers();
    },
  });

  withDate.for([HOUR, -DAY])(
    "[T5] a jump of %d ms is noticed, and running time goes on",
    async (by, { date }) => {
      const clock = new RunningClock(500);
      const seen = new Promise<number>((resolve) => clock.onJump(resolve));
      date.jump(by);
      const error = Math.abs((await seen) - by);
      const now = clock.now();
      clock.stop();
      expect(error).toBeLessThan(5_000);
      expect(now).toBeGreaterThan(500);
      expect(now).toBeLessThan(30_000);
    },
  );

  withDate(
    "[T5] a timer for the wall clock goes off when that has jumped to its instant",
    async ({ date }) => {
      const clock = new RunningClock(0);
      const woken = new Promise<void>((resolve) => {
        clock.wakeAt({ running: undefined, wall: Date.now() + HOUR }, resolve);
      });
      date.jump(2 * HOUR);
      await woken;
      clock.stop();
      expect(clock.now()).toBeLessThan(30_000);
    },
  );
});

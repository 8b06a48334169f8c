import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { Rejected, type Claim, type Command } from "../../engine/index.ts";
import type { AskedClaim } from "./asking-lab.ts";
import type { Desk } from "./desk.ts";
import { test } from "./desk.ts";
import { by } from "./durable-test.ts";
import { claim, submit } from "./commands.ts";

const DAY = 86_400_000;

const R1 = { requestId: "r1" };

const eventsOf = (desk: Desk) => desk.rows("SELECT kind FROM event ORDER BY seq").flat();

/** What makes each command possible, and what it gives. */
const COMMANDS: readonly (readonly [before: readonly Command[], command: Command, gives: unknown])[] = [
  [[], submit("a"), null],
  [[], { name: "submitMany", jobs: [{ id: "a", backoff: 1 }] }, null],
  [[submit("a"), claim], { name: "complete", id: "a", token: 1, result: { volume: 7 } }, null],
  [[submit("a"), claim], { name: "reportFailure", id: "a", token: 1, code: "E7" }, "waiting"],
  [
    [submit("a"), submit("b", { after: ["a"] })],
    { name: "cancel", id: "a", withDependents: true },
    ["a", "b"],
  ],
  [[submit("a")], { name: "completeByHand", id: "a" }, null],
  [
    [submit("a", { maxFailures: 1 }), claim, { name: "reportFailure", id: "a" }],
    { name: "redrive", id: "a" },
    ["a"],
  ],
  [[], { name: "pause" }, null],
];

describe("D5: a request that is repeated", () => {
  test.for(COMMANDS)(
    "[D5] is given the same answer, and nothing is done: %j, then %j",
    ([before, command, gives], { desk }) => {
      desk.giveAll(before);
      const first = desk.give(command, R1);
      const events = eventsOf(desk);
      const again = desk.give(command, R1);
      desk.restart();
      expect([first, again, desk.give(command, R1)]).toEqual([gives, gives, gives]);
      expect(eventsOf(desk)).toEqual(events);
    },
  );

  test("[D5] is done once, too, if both arrive together", ({ desk }) => {
    expect(desk.giveAll([submit("a"), submit("a")], R1)).toEqual([null, null]);
    expect(eventsOf(desk)).toEqual(["submitted"]);
  });

  test("[D5] is the same whatever the order in which its objects name their fields", ({ desk }) => {
    const payload = { wells: [{ row: "A", column: 1 }], volume: 2 };
    const turned = { volume: 2, wells: [{ column: 1, row: "A" }] };
    desk.give({ name: "submit", id: "a", backoff: 5, payload }, R1);
    expect(desk.give({ payload: turned, backoff: 5, id: "a", name: "submit" }, R1)).toBeNull();
    expect(desk.give({ name: "submit", id: "a", backoff: 5, payload: { ...payload, wells: [] } }, R1)).toBe(
      "REQUEST_ID_REUSED",
    );
  });

  test.for<[what: string, command: Command, order: object]>([
    ["other arguments", submit("a", { backoff: 6 }), {}],
    ["another job", submit("b"), {}],
    ["another command", { name: "pause" }, {}],
    ["another reason", submit("a"), { reason: "why not" }],
  ])("[D5] is refused with %s, and nothing is done", ([, command, order], { desk }) => {
    desk.give(submit("a"), R1);
    expect(desk.give(command, { ...R1, ...order })).toBe("REQUEST_ID_REUSED");
    desk.restart();
    expect(desk.give(command, { ...R1, ...order })).toBe("REQUEST_ID_REUSED");
    expect([desk.give(submit("a"), R1), eventsOf(desk)]).toEqual([null, ["submitted"]]);
  });

  test("[D5] is its sender's: another may use the same id", ({ desk }) => {
    desk.give(submit("a"), R1);
    expect(desk.give(submit("b"), { ...R1, actor: "star" })).toBeNull();
    expect(eventsOf(desk)).toEqual(["submitted", "submitted"]);
  });

  test("[D5] is answered for seven days of running time", ({ desk }) => {
    desk.give(submit("a"), R1);
    const answerAt = (time: number) => {
      desk.clock.time = time;
      for (const task of desk.clock.periodic) task();
      return desk.give(submit("a"), R1);
    };
    desk.restart({ day: 1_000_000 + 30 * DAY });
    expect([answerAt(7 * DAY), answerAt(7 * DAY + 1)]).toEqual([null, "DUPLICATE_JOB"]);
    expect(desk.rows("SELECT count(*) FROM request")).toEqual([[0]]);
  });

  test("[D5] [D3] is done then, if it could not be stored before", ({ desk }) => {
    desk.blocking(() => expect(desk.give(submit("a"), R1)).toBe("STORAGE_FAILED"));
    expect([desk.give(submit("a"), R1), desk.give(submit("a"), R1)]).toEqual([null, null]);
    expect(eventsOf(desk)).toEqual(["submitted"]);
  });
});

describe("D5: a claim that is repeated", () => {
  test("[D5] gives the same claim, with its deadline as it is by then, while it is current", ({ desk }) => {
    desk.giveAll([submit("a"), submit("b")]);
    const first = desk.give({ name: "claim", lease: 50 }, R1);
    desk.clock.time = 20;
    desk.give({ name: "heartbeat", id: "a", token: 1 });
    const again = desk.give({ name: "claim", lease: 50 }, R1);
    desk.restart({ killed: true });
    const afterwards = desk.give({ name: "claim", lease: 50 }, R1);
    expect(first).toEqual({ id: "a", token: 1, attempt: 1, deadline: 50 });
    expect([again, afterwards]).toEqual([
      { id: "a", token: 1, attempt: 1, deadline: 70 },
      { id: "a", token: 1, attempt: 1, deadline: 70 },
    ]);
  });

  test.for<[what: string, ...then: Command[]]>([
    ["completed", { name: "complete", id: "a", token: 1 }],
    ["failed", { name: "reportFailure", id: "a", token: 1 }],
    ["taken back", { name: "releaseClaim", id: "a" }],
    ["of a job that was claimed anew", { name: "releaseClaim", id: "a" }, claim],
    ["of a job that was cancelled", { name: "cancel", id: "a" }],
  ])("[D5] is stale once the claim is %s, and hands out nothing", ([, ...commands], { desk }) => {
    desk.giveAll([submit("a"), submit("b")]);
    desk.give(claim, R1);
    desk.giveAll(commands);
    const events = eventsOf(desk);
    expect(desk.give(claim, R1)).toBe("STALE_CLAIM");
    desk.restart();
    expect([desk.give(claim, R1), eventsOf(desk)]).toEqual(["STALE_CLAIM", events]);
  });

  test("[D5] [T2] notices itself that its lease is over", ({ desk }) => {
    desk.give(submit("a"));
    desk.give({ name: "claim", lease: 50 }, R1);
    desk.clock.time = 50;
    expect(desk.give({ name: "claim", lease: 50 }, R1)).toBe("STALE_CLAIM");
    expect(eventsOf(desk)).toContain("expired");
  });
});

describe("D5: what isn't stored", () => {
  test("[D5] there was no job: the same request is given one when there is", ({ desk }) => {
    const none = desk.give(claim, R1);
    desk.give(submit("a"));
    expect([none, desk.give(claim, R1)]).toMatchObject([null, { id: "a" }]);
  });

  test("[D5] refusals: the same request is done when it can be, and so is another", ({ desk }) => {
    const refused = [
      desk.give({ name: "hold", id: "a" }, R1),
      desk.give({ name: "unhold", id: "b" }, { requestId: "r2" }),
    ];
    desk.give(submit("a"));
    expect(refused).toEqual(["UNKNOWN_JOB", "UNKNOWN_JOB"]);
    expect(desk.give({ name: "hold", id: "a" }, R1)).toBeNull();
    expect(desk.give({ name: "setPriority", id: "a", priority: 1 }, { requestId: "r2" })).toBeNull();
    expect(eventsOf(desk)).toEqual(["submitted", "held", "priority"]);
  });

  test("[D5] heartbeats: each gives a deadline of its own", ({ desk }) => {
    desk.give(submit("a"));
    desk.give({ name: "claim", lease: 50 });
    const beats = [10, 20].map((time) => {
      desk.clock.time = time;
      return desk.give({ name: "heartbeat", id: "a", token: 1 }, R1);
    });
    expect([beats, desk.rows("SELECT count(*) FROM request")]).toEqual([[60, 70], [[0]]]);
  });

  test("[D5] what is no plain data is refused, and costs its neighbours nothing", async ({ open }) => {
    const lab = await open();
    const cycle: { own?: unknown } = {};
    cycle.own = cycle;
    const bad = [
      { ...submit("b"), backoff: 1n },
      { ...submit("c"), payload: cycle },
      { ...claim, more: 1n },
    ];
    const answers = await Promise.all([
      ...bad.map((command) =>
        lab
          .perform(command as never, { actor: "ada", ...R1 })
          .catch((error: unknown) => (error instanceof Rejected ? error.code : error)),
      ),
      by(lab)({ name: "submit", id: "a", backoff: 0 }),
    ]);
    expect(answers).toEqual(["INVALID_ARGUMENT", "INVALID_ARGUMENT", "INVALID_ARGUMENT", null]);
    expect([lab.news.trouble, lab.news.counts.ready]).toEqual([null, 1]);
  });
});

test(
  "[D5] [D2] kill -9 and a new start, again and again: each answered claim is given again, and none is made twice",
  { timeout: 60_000 },
  async ({ file, open }) => {
    const heard: AskedClaim[] = [];
    for (const answers of [7, 24, 61]) heard.push(...(await askAndKill(file, answers)));
    const lab = await open();
    const again: (Claim | null)[] = [];
    for (const { requestId } of heard) {
      again.push(await lab.perform({ name: "claim" }, { actor: "star", requestId }));
    }
    expect(again.map((each) => each?.token)).toEqual(heard.map(({ token }) => token));
    expect(new Set(again.map((each) => each?.id)).size).toBe(heard.length);
    expect(heard.length).toBeGreaterThanOrEqual(92);
  },
);

/** Gives what was heard until the kill. */
async function askAndKill(file: string, answers: number): Promise<AskedClaim[]> {
  const program = fileURLToPath(new URL("asking-lab.ts", import.meta.url));
  const child = spawn(process.execPath, [program, file], { stdio: ["ignore", "pipe", "inherit"] });
  const heard: AskedClaim[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.endsWith("}")) heard.push(JSON.parse(line) as AskedClaim);
    if (heard.length === answers) child.kill("SIGKILL");
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return heard;
}

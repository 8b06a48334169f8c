import { describe, expect } from "vitest";
import type { Command } from "../../engine/index.ts";
import { Desk, test } from "./desk.ts";
import { claim } from "./commands.ts";

const submit: Command = { name: "submit", id: "a", backoff: 5 };
const takeBack: Command = { name: "releaseClaim", id: "a" };
const done = (token?: number): Command => ({ name: "complete", id: "a", token, result: { volume: 7.5 } });

const ADA = { actor: "ada" };
const STAR = { actor: "star" };

const lateEvents = (desk: Desk) =>
  desk.rows("SELECT actor, command, token, result FROM event WHERE kind = 'late' ORDER BY seq");

const holdOf = (desk: Desk) => desk.rows("SELECT phase, held_by, held_reason FROM job WHERE held").at(0);

const HELD_LATE = [
  "open",
  null,
  expect.stringMatching(/^tecan says that it completed this, .* Look at the plate/),
];

describe("Q5: a completion that comes too late", () => {
  test("[Q5] is refused, is kept with its token and its result, and holds the job", ({ desk }) => {
    desk.giveAll([submit, claim]);
    desk.give(takeBack, ADA);
    expect(desk.give(done(1))).toBe("NOT_CLAIMED");
    expect(lateEvents(desk)).toEqual([["tecan", "complete", 1, '{"volume":7.5}']]);
    expect([holdOf(desk), desk.give(claim)]).toEqual([HELD_LATE, null]);
    expect(desk.rows("SELECT actor, command FROM event WHERE kind = 'held'")).toEqual([["lab", "complete"]]);
  });

  test("[Q5] holds the job before the next claim of the same batch", ({ desk }) => {
    desk.giveAll([submit, claim, takeBack]);
    expect(desk.giveAll([done(1), claim])).toEqual(["NOT_CLAIMED", null]);
  });

  test("[Q5] holds it after a new start, too", ({ desk }) => {
    desk.giveAll([submit, claim, takeBack]);
    desk.restart({ killed: true });
    desk.give(done(1));
    desk.restart();
    expect([holdOf(desk), desk.give(claim)]).toEqual([HELD_LATE, null]);
  });

  test("[Q5] [L3] holds a job whose lease expired, be it noticed by that very call", ({ desk }) => {
    desk.giveAll([submit, { name: "claim", lease: 10 }]);
    desk.clock.time = 11;
    expect(desk.give(done(1))).toBe("NOT_CLAIMED");
    expect(holdOf(desk)).toEqual(HELD_LATE);
    expect(desk.rows("SELECT kind FROM event WHERE seq > 2 ORDER BY seq").flat()).toEqual([
      "expired",
      "late",
      "held",
    ]);
  });

  test("[Q5] [O1] holds a job that went to quarantine; the hold outlasts the redrive", ({ desk }) => {
    desk.giveAll([
      { ...submit, maxFailures: 1 },
      { name: "claim", lease: 10 },
    ]);
    desk.clock.time = 11;
    desk.give(done(1));
    const [phase] = holdOf(desk) as unknown[];
    desk.give({ name: "redrive", id: "a" }, ADA);
    expect([phase, desk.give(claim)]).toEqual(["quarantined", null]);
  });

  const NOT_HOLDING: readonly (readonly [string, () => readonly (readonly [Command, object?])[], string])[] =
    [
      [
        "it comes from another station",
        () => [[submit], [claim], [takeBack], [done(1), STAR]],
        "NOT_CLAIMED",
      ],
      [
        "it shows an earlier token",
        () => [[submit], [claim], [takeBack], [claim], [takeBack], [done(1)]],
        "NOT_CLAIMED",
      ],
      [
        "somebody has claimed the job since",
        () => [[submit], [claim], [takeBack], [claim, STAR], [done(1)]],
        "STALE_CLAIM",
      ],
      [
        "somebody has claimed the job since, and it is open again",
        () => [[submit], [claim], [takeBack], [claim, STAR], [takeBack], [done(1)]],
        "NOT_CLAIMED",
      ],
      [
        "the job is completed",
        () => [[submit], [claim], [{ name: "completeByHand", id: "a" }], [done(1)]],
        "NOT_CLAIMED",
      ],
      [
        "the job is cancelled",
        () => [[submit], [claim], [{ name: "cancel", id: "a" }], [done(1)]],
        "NOT_CLAIMED",
      ],
    ];

  test.for(NOT_HOLDING)("[Q5] is kept, and holds nothing, if %s", ([, story, code], { desk }) => {
    const answers = story().map(([command, order]) => desk.give(command, order));
    expect([answers.at(-1), lateEvents(desk).length, holdOf(desk)]).toEqual([code, 1, undefined]);
  });

  test("[Q5] leaves the hold that there is, and is kept each time", ({ desk }) => {
    desk.giveAll([submit, claim, takeBack]);
    desk.give({ name: "hold", id: "a" }, { ...ADA, reason: "door open" });
    desk.giveAll([done(1), done(1)]);
    expect([holdOf(desk), lateEvents(desk).length]).toEqual([["open", "ada", "door open"], 2]);
  });

  test.for([
    ["no token is shown", done()],
    ["the result is no JSON", { ...done(1), result: 7n }],
    ["it is a failure", { name: "reportFailure", id: "a", token: 1 }],
    ["there is no such job", { name: "complete", id: "ghost", token: 1 }],
  ] as const)("[Q5] is none if %s", ([, command], { desk }) => {
    desk.giveAll([submit, claim, takeBack]);
    desk.give(command);
    expect([lateEvents(desk), holdOf(desk)]).toEqual([[], undefined]);
  });

  test("[Q5] with holdLate off is kept, and holds nothing", ({ file }) => {
    const desk = new Desk(file, { holdLate: false });
    desk.giveAll([submit, claim, takeBack, done(1)]);
    const seen = [lateEvents(desk).length, holdOf(desk), desk.give(claim)];
    desk.close();
    expect(seen).toMatchObject([1, undefined, { id: "a", token: 2 }]);
  });

  test("[Q5] holds by default, but not in a replay", async ({ open, folder }) => {
    const holds = [];
    for (const options of [{}, { replay: true }, { replay: true, holdLate: true }, { holdLate: false }]) {
      const lab = await open({ file: `${folder}/${String(holds.length)}.db`, ...options });
      holds.push(lab.news.settings.holdLate);
    }
    expect(holds).toEqual([true, false, true, false]);
  });
});

describe("Q5: the operator who has looked at the plate", () => {
  test("[Q5] accepts it by completing it by hand", ({ desk }) => {
    desk.giveAll([submit, { ...submit, id: "b", after: ["a"] }, claim, takeBack, done(1)]);
    expect(desk.give({ name: "completeByHand", id: "a" }, ADA)).toBeNull();
    expect(desk.give(claim)).toMatchObject({ id: "b" });
  });

  test("[Q5] rejects it by letting it go", ({ desk }) => {
    desk.giveAll([submit, claim, takeBack, done(1)]);
    expect(desk.give({ name: "unhold", id: "a" }, ADA)).toBeNull();
    expect(desk.give(claim)).toMatchObject({ id: "a", token: 2, attempt: 2 });
  });
});

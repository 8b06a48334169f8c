import { describe, expect, test } from "vitest";
import { attemptsOf, outcomeWords } from "../../renderer/words/attempts.ts";
import { historyLine, lastDelayOf } from "../../renderer/words/history.ts";
import { plainText } from "../../renderer/words/parts.ts";
import type { JobEvent } from "../../engine/model.ts";
import { anEvent, at } from "./factories.ts";

const line = (facts: Parameters<typeof anEvent>[0], ...before: JobEvent[]) => {
  const event = anEvent(facts);
  return plainText(
    historyLine(event, { id: "amplify-31", history: [event, ...before], atDesk: "morning-shift" }),
  );
};

describe("a line of the history", () => {
  test.each([
    [
      "submitted",
      { kind: "submitted", actor: "anna", after: ["extract-31"] },
      "Submitted by anna, needs extract-31",
    ],
    ["submitted without prerequisites", { kind: "submitted", actor: "anna", after: [] }, "Submitted by anna"],
    ["claimed", { kind: "claimed", attempt: 2 }, "Claimed by tecan-2, attempt 2"],
    [
      "failed",
      { kind: "failed", reason: "clot", delay: 600_000 },
      "Failed on tecan-2: clot. Again after 10 min",
    ],
    [
      "failed for the last time",
      { kind: "failed", reason: "clot", delay: null },
      "Failed on tecan-2: clot. No further attempt",
    ],
    [
      "failed by hand",
      { kind: "failed", actor: "morning-shift", reason: "clot", delay: 0 },
      "Failed, reported by morning-shift: clot. Again at once",
    ],
    ["quarantined by itself", { kind: "quarantined", cause: null }, "In quarantine: it failed too often"],
    ["stopped", { kind: "quarantined", cause: "extract-31" }, "Stopped because of extract-31"],
    [
      "submitted with a priority",
      { kind: "submitted", actor: "anna", after: ["extract-31"], priority: 5 },
      "Submitted by anna, priority 5, needs extract-31",
    ],
    [
      "submitted without one",
      { kind: "submitted", actor: "anna", after: [], priority: 0 },
      "Submitted by anna",
    ],
    ["redriven", { kind: "redriven", actor: "anna", reason: "refilled" }, "Redriven by anna: refilled"],
    [
      "let go after an edit, or redriven in an older file",
      { kind: "released", actor: "anna", cause: "amplify-31", reason: "refilled" },
      "Let go from quarantine by anna: refilled",
    ],
    ["let go", { kind: "released", actor: "anna", cause: "extract-31" }, "Let go with extract-31 by anna"],
    [
      "edited",
      { kind: "prerequisites", actor: "anna", after: [] },
      "Prerequisites changed by anna, needs nothing",
    ],
    [
      "completed by hand",
      { kind: "completedByHand", actor: "anna", reason: "at the bench" },
      "Completed by hand, reported by anna: at the bench",
    ],
    [
      "another priority",
      { kind: "priority", actor: "anna", priority: 1200, reason: "rush" },
      "Priority set to 1,200 by anna: rush",
    ],
    ["no priority any more", { kind: "priority", actor: "anna", priority: 0 }, "Priority set to 0 by anna"],
    ["held", { kind: "held", actor: "anna", reason: "new labels" }, "Held by anna: new labels"],
    ["a hold that was lifted", { kind: "unheld", actor: "anna" }, "Hold lifted by anna"],
    [
      "a claim that was taken back",
      { kind: "takenBack", actor: "anna", attempt: 1, reason: "robot is off" },
      "Claim taken back by anna: robot is off",
    ],
    [
      "cancelled",
      { kind: "cancelled", actor: "anna", reason: "sample lost" },
      "Cancelled by anna: sample lost",
    ],
    [
      "cancelled with another",
      { kind: "cancelled", actor: "anna", cause: "extract-31" },
      "Cancelled with extract-31 by anna",
    ],
  ] as const)("for %s", (_name, event, words) => {
    expect(line(event)).toBe(words);
  });
});

describe("the history of a robot that went silent", () => {
  const claim = anEvent({ kind: "claimed", attempt: 2, actor: "ot2-3", seq: 7 });
  const expiry = { kind: "expired", attempt: 2, actor: "lab", seq: 8 } as const;

  test("names the robot, not who noticed it", () => {
    const before = [claim, anEvent({ kind: "claimed", attempt: 1 })];
    expect([
      line({ ...expiry, delay: 600_000 }, ...before),
      line({ ...expiry, delay: null }, ...before),
      line({ ...expiry, delay: 0 }),
    ]).toEqual([
      "ot2-3 went silent. Again after 10 min",
      "ot2-3 went silent. No further attempt",
      "Its robot went silent. Again at once",
    ]);
  });

  test("[L6] tells the hold that comes of it from one that a person has set", () => {
    const before = [anEvent(expiry), claim];
    expect([
      line({ kind: "held", actor: "lab", seq: 9, reason: "look at the plate" }, ...before),
      line({ kind: "held", actor: "anna", seq: 9 }, ...before),
      line({ kind: "held", actor: "lab", seq: 10 }, ...before),
    ]).toEqual(["Held: look at the plate", "Held by anna", "Held by lab"]);
  });
});

test("attempts are read from the history, oldest first, the last one perhaps still running", () => {
  const history = [
    anEvent({ kind: "claimed", attempt: 2, at: at(14, 5), actor: "ot2-3" }),
    anEvent({ kind: "failed", attempt: 1, at: at(13, 19), reason: "clot" }),
    anEvent({ kind: "claimed", attempt: 1, at: at(13, 2) }),
    anEvent({ kind: "submitted" }),
  ];
  expect(attemptsOf(history)).toEqual([
    { attempt: 1, who: "tecan-2", from: at(13, 2), to: at(13, 19), outcome: "failed", reason: "clot" },
    { attempt: 2, who: "ot2-3", from: at(14, 5), to: null, outcome: "running", reason: null },
  ]);
});

describe("the end of an attempt", () => {
  const ended = (facts: Parameters<typeof anEvent>[0]) => {
    const history = [anEvent({ at: at(13, 19), ...facts }), anEvent({ kind: "claimed", attempt: 1 })];
    return attemptsOf(history).map((attempt) => [attempt.to, outcomeWords(attempt)]);
  };

  test.each([
    ["completed", { kind: "completed" }, "Completed"],
    ["failed with a reason", { kind: "failed", reason: "clot" }, "clot"],
    ["failed without one", { kind: "failed" }, "Failed"],
    ["a robot that went silent", { kind: "expired" }, "Went silent"],
    [
      "a claim that was taken back",
      { kind: "takenBack", actor: "anna", reason: "robot is off" },
      "Taken back",
    ],
    ["done by hand meanwhile", { kind: "completedByHand", actor: "anna" }, "Completed by hand"],
    ["cancelled meanwhile", { kind: "cancelled", actor: "anna" }, "Cancelled"],
  ] as const)("for one that was %s", (_name, event, words) => {
    expect(ended(event)).toEqual([[at(13, 19), words]]);
  });

  test.each(["prerequisites", "priority", "held", "unheld"] as const)("is nothing that was %s", (kind) => {
    expect(ended({ kind })).toEqual([[null, "at work"]]);
  });

  test("comes once: what is done with the job afterwards is no part of it", () => {
    const history = [
      anEvent({ kind: "completedByHand", actor: "anna" }),
      anEvent({ kind: "quarantined" }),
      anEvent({ kind: "failed", reason: "clot", at: at(13, 19) }),
      anEvent({ kind: "claimed", attempt: 1, at: at(13, 2) }),
    ];
    expect(attemptsOf(history)).toEqual([
      { attempt: 1, who: "tecan-2", from: at(13, 2), to: at(13, 19), outcome: "failed", reason: "clot" },
    ]);
  });
});

test("the last wait is that of the last failure, whichever kind it was", () => {
  const failed = anEvent({ kind: "failed", delay: 600_000 });
  const silent = anEvent({ kind: "expired", delay: 1_200_000 });
  expect([
    lastDelayOf([anEvent({ kind: "held" }), silent, failed]),
    lastDelayOf([failed]),
    lastDelayOf([]),
  ]).toEqual([1_200_000, 600_000, null]);
});

test("a history cut after a claim doesn't make up an attempt", () => {
  expect(attemptsOf([anEvent({ kind: "failed", attempt: 1 })])).toEqual([]);
});

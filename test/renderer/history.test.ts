import { describe, expect, test } from "vitest";
import { attemptsOf, historyLine } from "../../renderer/words/history.ts";
import { plainText } from "../../renderer/words/parts.ts";
import { anEvent, at } from "./factories.ts";

const line = (facts: Parameters<typeof anEvent>[0]) =>
  plainText(historyLine(anEvent(facts), "amplify-31", "morning-shift"));

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
      "redriven",
      { kind: "released", actor: "anna", cause: "amplify-31", reason: "refilled" },
      "Redriven by anna: refilled",
    ],
    ["let go", { kind: "released", actor: "anna", cause: "extract-31" }, "Let go with extract-31 by anna"],
    [
      "edited",
      { kind: "prerequisites", actor: "anna", after: [] },
      "Prerequisites changed by anna, needs nothing",
    ],
  ] as const)("for %s", (_name, event, words) => {
    expect(line(event)).toBe(words);
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

test("a history cut after a claim doesn't make up an attempt", () => {
  expect(attemptsOf([anEvent({ kind: "failed", attempt: 1 })])).toEqual([]);
});

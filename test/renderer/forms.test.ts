import { describe, expect, test } from "vitest";
import { comesOf } from "../../renderer/failure/comes-of.ts";
import { effectOf } from "../../renderer/prerequisites/effect.ts";
import { meaningOf } from "../../renderer/shortcuts.ts";
import { backoffOf } from "../../renderer/submit/backoff.ts";
import { picked } from "../../renderer/ui/chip-picker.tsx";
import { plainText } from "../../renderer/words/parts.ts";
import { aJob } from "./factories.ts";

describe("a backoff that was typed", () => {
  test.each([
    ["10", "minutes", 600_000],
    ["1.5", "seconds", 1500],
    ["0,5", "hours", 1_800_000],
    ["0", "seconds", 0],
    ["-1", "seconds", -1000],
    ["", "seconds", null],
    ["soon", "minutes", null],
  ] as const)("%s %s is %s ms", (amount, unit, length) => {
    expect(backoffOf(amount, unit)).toBe(length);
  });
});

describe("what a failure would come to", () => {
  test("another attempt", () => {
    expect(comesOf(aJob({ state: "claimed", token: 1, claimedBy: "ot2-3" }), 2)).toBe(
      "Failure 1 of 3: it is tried again after 10 min.",
    );
  });

  test("quarantine, for what needs it too", () => {
    expect(comesOf(aJob({ state: "claimed", token: 1, claimedBy: "ot2-3" }, { failures: 2 }), 2)).toBe(
      "Failure 3 of 3: it goes into quarantine, and what needs it is stopped (2 jobs directly).",
    );
  });
});

describe("the effect of an edit", () => {
  const effect = (before: string[], after: string[]) =>
    plainText(effectOf(aJob({ state: "ready" }), before, after));

  test("names what comes and what goes", () => {
    expect(effect(["a"], ["b"])).toBe(
      "It will also need b. It will no longer need a. It is handed out once all it needs has completed.",
    );
  });

  test("is nothing as long as nothing differs", () => {
    expect(effect(["a", "b"], ["b", "a"])).toBe("Nothing is changed yet.");
  });
});

test("what is typed counts as chosen, once", () => {
  expect([picked(["a"], " b "), picked(["a"], "a"), picked(["a"], " ")]).toEqual([["a", "b"], ["a"], ["a"]]);
});

test("g and a letter go to a screen, the letter alone does something else", () => {
  expect([meaningOf("j", "g"), meaningOf("j", null), meaningOf("q", "g"), meaningOf("n", "g")]).toEqual([
    "jobs",
    "list",
    "quarantine",
    null,
  ]);
});

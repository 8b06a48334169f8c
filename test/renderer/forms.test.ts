import { describe, expect, test } from "vitest";
import { comesOf } from "../../renderer/failure/comes-of.ts";
import { effectOf } from "../../renderer/prerequisites/effect.ts";
import { meaningOf } from "../../renderer/shortcuts.ts";
import { backoffOf } from "../../renderer/submit/backoff.ts";
import { meant, pastedIds, picked, withIds } from "../../renderer/ui/picked.ts";
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
    expect(comesOf(aJob({ state: "claimed", token: 1, claimedBy: "ot2-3", deadline: null }), 2)).toBe(
      "Failure 1 of 3: it is tried again after 10 min.",
    );
  });

  test("quarantine, for what needs it too", () => {
    expect(
      comesOf(aJob({ state: "claimed", token: 1, claimedBy: "ot2-3", deadline: null }, { failures: 2 }), 2),
    ).toBe("Failure 3 of 3: it goes into quarantine, and what needs it is stopped (2 jobs directly).");
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

  test("doesn't promise that a job is handed out that somebody holds", () => {
    const held = aJob({ state: "held", hold: { by: "anna", reason: null } });
    expect(plainText(effectOf(held, ["a"], []))).toBe(
      "It will no longer need a. Then it needs nothing. It is handed out once all it needs has completed and its hold is lifted.",
    );
  });

  test("is nothing as long as nothing differs", () => {
    expect(effect(["a", "b"], ["b", "a"])).toBe("Nothing is changed yet.");
  });
});

test("what is typed counts as chosen, once", () => {
  expect([picked(["a"], " b "), picked(["a"], "a"), picked(["a"], " ")]).toEqual([["a", "b"], ["a"], ["a"]]);
});

describe("the ids of a picker", () => {
  test("that are chosen are taken as they are, commas and outer spaces and all", () => {
    expect(withIds(["a"], [" b, c ", "a"])).toEqual(["a", " b, c "]);
  });

  test.each([
    ["the only one that was found", "plate-1", ["extract-plate-17"], "extract-plate-17"],
    ["what was typed, if there are several", " extract-1 ", ["extract-1", "extract-17"], "extract-1"],
    ["what was typed, if nothing was found", "ghost", [], "ghost"],
    ["what was typed, as long as it isn't known what there is", "plate-1", null, "plate-1"],
  ])("Enter takes %s", (_name, draft, found, taken) => {
    expect(meant(draft, found)).toBe(taken);
  });

  test("a pasted list is taken line by line, a single line isn't a list", () => {
    expect([pastedIds(" a\r\nb, c \n\n"), pastedIds("a\n")]).toEqual([["a", "b, c"], null]);
  });
});

test("g and a letter go to a screen, the letter alone does something else", () => {
  expect([meaningOf("j", "g"), meaningOf("j", null), meaningOf("q", "g"), meaningOf("n", "g")]).toEqual([
    "jobs",
    "list",
    "quarantine",
    null,
  ]);
});

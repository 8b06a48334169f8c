import { describe, expect, test } from "vitest";
import {
  atAction,
  atField,
  atFieldWords,
  cycleOf,
  placeOf,
  Refused,
  refusalOf,
  wordsOf,
} from "../../renderer/api/refusal.ts";
import type { Rejection } from "../../engine/rejected.ts";

const FIELDS = ["id", "backoff", "after"] as const;
const refusal = (facts: Partial<Rejection>): Rejection => ({
  code: "INVALID_ARGUMENT",
  message: "That is wrong.",
  ...facts,
});

describe("the place of a refusal", () => {
  test.each([
    ["a field", "backoff", "backoff", null],
    ["an entry of a field", "after[2]", "after", null],
    ["a field of one job in a list", "jobs[3].after", "after", 3],
    ["one job in a list as a whole", "jobs[12]", null, 12],
    ["a field that isn't on the form", "token", null, null],
    ["none", undefined, null, null],
  ])("for %s", (_name, field, placed, index) => {
    expect(placeOf(refusal({ field }), FIELDS)).toEqual({ field: placed, index });
  });

  test("is either a field or the action", () => {
    const wrong = refusal({ field: "after" });
    expect([atField(wrong, "after", FIELDS), atField(wrong, "id", FIELDS), atAction(wrong, FIELDS)]).toEqual([
      wrong,
      null,
      null,
    ]);
  });

  test("is the action if the form lacks the field", () => {
    const wrong = refusal({ field: "id" });
    expect(atAction(wrong, ["reason"])).toBe(wrong);
  });
});

describe("the words of a refusal", () => {
  const done = refusal({ message: "It isn't claimed. Nothing was done." });

  test("say once that nothing was done", () => {
    expect(wordsOf(done)).toEqual({ lead: "Not done:", sentence: "It isn't claimed." });
    expect(wordsOf(refusal({}))).toEqual({ lead: "Not done:", sentence: "That is wrong." });
  });

  test("say it after the sentence at a field, which has no lead", () => {
    expect([done, refusal({})].map(atFieldWords)).toEqual([
      "It isn't claimed. Nothing was done.",
      "That is wrong. Nothing was done.",
    ]);
  });

  test("of a backoff speak of days, not of milliseconds", () => {
    const message = "A backoff is a whole number from 0 to 315,360,000,000.";
    expect(atFieldWords(refusal({ field: "jobs[3].backoff", message }))).toBe(
      "A backoff is from 0 to 3,650 days. Nothing was done.",
    );
  });

  test("are the engine's own where nothing is drawn beneath", () => {
    const message =
      "amplify-26 can't start without extract-26. Cancel it with its dependents, or give them other prerequisites first.";
    const kept = refusal({ code: "HAS_DEPENDENTS", message, field: "withDependents", ids: ["amplify-26"] });
    expect(wordsOf(kept)).toEqual({ lead: "Not done:", sentence: message });
  });

  test("leave it open when storage failed", () => {
    const words = wordsOf(refusal({ code: "STORAGE_FAILED", message: "The disk is full." }));
    expect(words).toEqual({
      lead: "Not certain:",
      sentence: "The disk is full. Look whether it was done, then try again.",
    });
    const advised = wordsOf(refusal({ code: "STORAGE_FAILED", message: "Look, then try again." }));
    expect(advised.sentence).toBe("Look, then try again.");
  });

  test("of a cycle leave the path to be drawn", () => {
    const words = wordsOf(
      refusal({ code: "CYCLE", message: "a would wait for itself: a → b → a.", ids: ["a", "b", "a"] }),
    );
    expect(words.sentence).toBe("a would wait for itself. Leave one of these steps out.");
  });
});

describe("the path of a cycle", () => {
  test.each([
    ["ends where it began", ["a", "b", "a"], ["a", "b", "a"]],
    ["is closed if it doesn't", ["a", "b"], ["a", "b", "a"]],
    ["of a job that needs itself has two ends", ["a"], ["a", "a"]],
  ])("%s", (_name, ids, path) => {
    expect(cycleOf(refusal({ code: "CYCLE", ids }))).toEqual(path);
  });

  test("isn't drawn for other refusals", () => {
    expect(cycleOf(refusal({ code: "UNKNOWN_JOB", ids: ["a"] }))).toBeNull();
  });
});

test("whatever else is thrown counts as no answer", () => {
  const wrong = refusal({});
  expect([refusalOf(null), refusalOf(new Refused(wrong)), refusalOf(new Error("gone"))?.code]).toEqual([
    null,
    wrong,
    "STORAGE_FAILED",
  ]);
});

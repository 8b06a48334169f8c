import { describe, expect, test } from "vitest";
import { agoOf, durationOf, elapsedOf, timeOf } from "../../renderer/words/times.ts";
import { ordinal } from "../../renderer/words/parts.ts";
import { at, NOW } from "./factories.ts";

describe("an instant", () => {
  test.each([
    ["of today is a clock time", at(9, 5), "09:05"],
    ["of another day has the day", new Date(2026, 4, 11, 23, 59).getTime(), "11 May 23:59"],
    ["of another year has the year", new Date(2025, 11, 31, 8, 0).getTime(), "31 Dec 2025 08:00"],
  ])("%s", (_name, instant, words) => {
    expect(timeOf(instant, NOW)).toBe(words);
  });
});

describe("a duration", () => {
  test.each([
    [0, "0 s"],
    [250, "250 ms"],
    [45_000, "45 s"],
    [352_000, "5 min 52 s"],
    [600_000, "10 min"],
    [754_000, "12 min 34 s"],
    [750_000, "12 min 30 s"],
    [3_630_000, "1 h 30 s"],
    [1_500, "1 s 500 ms"],
    [86_400_000, "1 day"],
    [50 * 3_600_000, "2 days 2 h"],
    [3_600_000, "1 h"],
    [6_900_000, "1 h 55 min"],
    [3 * 86_400_000, "3 days"],
  ])("of %i ms is %s", (length, words) => {
    expect(durationOf(length)).toBe(words);
  });

  test("that goes on is told in whole seconds, and is never negative", () => {
    expect([elapsedOf(0, 5_950), elapsedOf(5_000, 0)]).toEqual(["5 s", "0 s"]);
  });

  test("that goes on for long is told in its two largest units", () => {
    expect(elapsedOf(0, 93_784_000)).toBe("1 day 2 h");
  });
});

describe("an ordinal", () => {
  test.each([
    [1, "first"],
    [4, "4th"],
    [11, "11th"],
    [21, "21st"],
    [102, "102nd"],
    [1_113, "1,113th"],
  ])("of %i is %s", (count, words) => {
    expect(ordinal(count)).toBe(words);
  });
});

describe("how long ago", () => {
  test.each([
    [-2_000, "just now"],
    [4_000, "just now"],
    [40_000, "40 s ago"],
    [120_000, "2 min ago"],
    [3 * 3_600_000, "3 h ago"],
    [86_400_000, "1 day ago"],
    [3 * 86_400_000, "3 days ago"],
  ])("%i ms is %s", (age, words) => {
    expect(agoOf(NOW - age, NOW)).toBe(words);
  });
});

import { describe, expect, test } from "vitest";
import { plainText } from "../../renderer/words/parts.ts";
import { sentenceOf } from "../../renderer/words/sentence.ts";
import { nextOf } from "../../renderer/words/next.ts";
import { aJob, at, NOW } from "./factories.ts";

const DESK = "morning-shift";
const sentence = (...job: Parameters<typeof aJob>) => plainText(sentenceOf(aJob(...job), NOW, DESK));
const next = (...job: Parameters<typeof aJob>) => plainText(nextOf(aJob(...job), NOW, DESK));

describe("the sentence at the head of a job's page", () => {
  test("a blocked job names what it needs, and counts what it doesn't name", () => {
    expect(sentence({ state: "blocked", waitsFor: ["a", "b", "c"] }, { unmet: 5 })).toBe(
      "Blocked: needs a, b, c and 2 others first.",
    );
  });

  test("a waiting job says until when, what went wrong on whom, and after how long it tries again", () => {
    const facts = { failures: 2, lastFailedOn: "tecan-2", lastReason: "clot detected in well C7" };
    expect(sentence({ state: "waiting", eligibleAt: at(14, 32) }, facts)).toBe(
      "Waiting until 14:32: it failed a second time on tecan-2 (clot detected in well C7), and tries again after 10 min.",
    );
  });

  test("a waiting job that has not failed just waits", () => {
    expect(sentence({ state: "waiting", eligibleAt: at(14, 32) })).toBe("Waiting until 14:32.");
  });

  test("a ready job that failed before says so", () => {
    expect(sentence({ state: "ready" }, { failures: 1, lastFailedOn: "tecan-2" })).toBe(
      "Ready: the next free robot may take it. It failed once on tecan-2.",
    );
  });

  test("a claimed job says by whom and since when", () => {
    expect(sentence({ state: "claimed", token: 7, claimedBy: "ot2-3" }, { attempts: 2 })).toBe(
      "Claimed by ot2-3 5 min ago, its second attempt.",
    );
  });

  test("a job that failed itself says how often and why", () => {
    const facts = { failures: 3, lastFailedOn: "hamilton-1", lastReason: "tip rack empty" };
    expect(sentence({ state: "quarantined", failedItself: true, because: ["amplify-31"] }, facts)).toBe(
      "In quarantine since 14:21: it failed 3 times, the last time on hamilton-1 (tip rack empty).",
    );
  });

  test("a job that failed itself and is stopped as well names the other", () => {
    expect(
      sentence(
        { state: "quarantined", failedItself: true, because: ["extract-17", "amplify-31"] },
        { failures: 3 },
      ),
    ).toBe("In quarantine since 14:21: it failed 3 times. It is stopped because of extract-17 too.");
  });

  test("a job that another stopped names the other", () => {
    expect(sentence({ state: "quarantined", failedItself: false, because: ["extract-17"] })).toBe(
      "In quarantine since 14:21: stopped because of extract-17.",
    );
  });

  test("what was done by hand was done by somebody, not on something", () => {
    expect(sentence({ state: "ready" }, { failures: 1, lastFailedOn: DESK })).toBe(
      "Ready: the next free robot may take it. It failed once, reported by morning-shift.",
    );
  });

  test("no sentence uses the words of the rules", () => {
    const all = [
      sentence({ state: "blocked", waitsFor: ["a"] }, { unmet: 1 }),
      sentence({ state: "held" }),
      sentence({ state: "completed" }),
      sentence({ state: "cancelled" }),
      sentence({ state: "claimed", token: 7, claimedBy: "ot2-3" }, { attempts: 1 }),
    ].join(" ");
    expect(all).not.toMatch(/root|cascade|lease|token/i);
  });
});

describe("what comes next, in a cell of the list", () => {
  test("a waiting job tries again at a time", () => {
    expect(next({ state: "waiting", eligibleAt: at(14, 32) }, { failures: 1 })).toBe("again at 14:32");
  });

  test("a blocked job needs others", () => {
    expect(next({ state: "blocked", waitsFor: ["extract-17"] }, { unmet: 1 })).toBe("needs extract-17");
  });

  test("a stopped job is there because of another", () => {
    expect(next({ state: "quarantined", failedItself: false, because: ["extract-17"] })).toBe(
      "because of extract-17",
    );
  });

  test("a job that failed itself gives the reason", () => {
    expect(
      next(
        { state: "quarantined", failedItself: true, because: ["amplify-31"] },
        { lastReason: "tip rack empty" },
      ),
    ).toBe("tip rack empty · since 14:21");
  });
});

import { describe, expect, test } from "vitest";
import type { JobState } from "../../engine/model.ts";
import { plainText } from "../../renderer/words/parts.ts";
import { sentenceOf } from "../../renderer/words/sentence.ts";
import { comingOf } from "../../renderer/words/coming.ts";
import { nextOf } from "../../renderer/words/next.ts";
import { aJob, at, NOW } from "./factories.ts";

const DESK = "morning-shift";
const circumstances = { now: NOW, atDesk: DESK, paused: false, delay: 600_000 };
const sentence = (...job: Parameters<typeof aJob>) => plainText(sentenceOf(aJob(...job), circumstances));
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

  test("a waiting job doesn't make up how long it waits", () => {
    const job = aJob({ state: "waiting", eligibleAt: at(14, 32) }, { failures: 1 });
    expect(plainText(sentenceOf(job, { ...circumstances, delay: null }))).toBe(
      "Waiting until 14:32: it failed, and tries again then.",
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

  test("[C2] a ready job says what its robot must have", () => {
    expect(sentence({ state: "ready" }, { requires: ["magnet", "pipette-8"] })).toBe(
      "Ready: the next free robot with magnet and pipette-8 may take it.",
    );
  });

  test("[C4] a ready job doesn't promise anything while the dispatcher is paused", () => {
    expect(plainText(sentenceOf(aJob({ state: "ready" }), { ...circumstances, paused: true }))).toBe(
      "Ready, but nothing is handed out while the dispatcher is paused.",
    );
  });

  test("[L1] a claimed job says until when its robot has it, if that is limited", () => {
    const facts = { state: "claimed", token: 7, claimedBy: "ot2-3", deadline: at(14, 41) } as const;
    expect(sentence(facts, { attempts: 1 })).toBe(
      "Claimed by ot2-3 5 min ago, its first attempt. The robot has until 14:41.",
    );
  });

  test.each([
    ["by whom and why", { by: "anna", reason: "waiting for labels" }, "Held by anna: waiting for labels."],
    ["by whom, if nothing more is known", { by: "anna", reason: null }, "Held by anna."],
    ["why, if nobody holds it", { by: null, reason: "Look at the plate." }, "Held. Look at the plate."],
    ["that it is, if nothing is known", { by: null, reason: null }, "Held."],
  ])("[O1] a held job says %s", (_name, hold, words) => {
    expect(sentence({ state: "held", hold })).toBe(words);
  });

  test("[O1] a hold that will outlast what keeps the job is told too", () => {
    const hold = { by: "anna", reason: null };
    expect([
      sentence({ state: "blocked", waitsFor: ["a"] }, { unmet: 1, hold }),
      sentence({ state: "quarantined", failedItself: false, because: ["a"] }, { hold }),
    ]).toEqual([
      "Blocked: needs a first. It is held by anna too.",
      "In quarantine since 14:21: stopped because of a. It is held by anna too.",
    ]);
  });

  test.each([
    [false, 1, "Completed at 14:21."],
    [false, 2, "Completed at 14:21, at the second attempt."],
    [true, 0, "Completed by hand at 14:21."],
    [true, 1, "Completed by hand at 14:21, after 1 attempt."],
  ])("[O3] completed, by hand: %s, after %i attempts", (byHand, attempts, words) => {
    expect(sentence({ state: "completed", byHand }, { attempts })).toBe(words);
  });

  test("a cancelled job will never run", () => {
    expect(sentence({ state: "cancelled" })).toBe("Cancelled at 14:21. It will never run.");
  });

  test("a claimed job says by whom and since when", () => {
    expect(
      sentence({ state: "claimed", token: 7, claimedBy: "ot2-3", deadline: null }, { attempts: 2 }),
    ).toBe("Claimed by ot2-3 5 min ago, its second attempt.");
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
      sentence({ state: "held", hold: { by: "anna", reason: null } }),
      sentence({ state: "completed", byHand: false }),
      sentence({ state: "cancelled" }),
      sentence({ state: "claimed", token: 7, claimedBy: "ot2-3", deadline: null }, { attempts: 1 }),
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

  test("a blocked job that is held as well says so", () => {
    const hold = { by: "anna", reason: null };
    expect(next({ state: "blocked", waitsFor: ["extract-17"] }, { unmet: 1, hold })).toBe(
      "needs extract-17 · held",
    );
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

  test.each([
    ["who holds it and why", { by: "anna", reason: "new labels" }, "held by anna: new labels"],
    ["that it is held, by whoever it may be", { by: null, reason: null }, "held"],
  ])("a held job says %s", (_name, hold, words) => {
    expect(next({ state: "held", hold })).toBe(words);
  });

  test("a claimed job says until when its robot has it, or since when if that isn't limited", () => {
    const claim = { state: "claimed", token: 7, claimedBy: "ot2-3" } as const;
    expect([next({ ...claim, deadline: at(14, 41) }), next({ ...claim, deadline: null })]).toEqual([
      "ot2-3 until 14:41",
      "claimed by ot2-3 5 min ago",
    ]);
  });

  test("a ready job says what its robot must have", () => {
    expect([
      next({ state: "ready" }, { requires: ["pipette-8"] }),
      next({ state: "ready" }, { failures: 1, requires: ["a", "b", "c", "d"] }),
    ]).toEqual(["any robot with pipette-8", "next attempt, any robot with a, b, c and 1 other"]);
  });

  test("a ready job that goes out of turn says so", () => {
    expect(next({ state: "ready" }, { priority: -2, requires: ["magnet"] })).toBe(
      "any robot with magnet · priority -2",
    );
  });

  test("what is over says when, and whether it was done by hand", () => {
    expect([
      next({ state: "completed", byHand: false }),
      next({ state: "completed", byHand: true }),
      next({ state: "cancelled" }),
    ]).toEqual(["5 min ago", "by hand, 5 min ago", "5 min ago"]);
  });
});

describe("what a job that is let go waits for", () => {
  const coming = (to: JobState, ...waitsFor: string[]) =>
    plainText(
      comingOf({ id: "amplify-31", how: ["redriven"], from: "quarantined", to, waitsFor, revision: 1 }),
    );

  test.each([
    ["blocked", ["extract-17", "label-17"], "until extract-17 and label-17"],
    ["held", [], "until its hold is lifted"],
    ["waiting", [], "until its time to wait is over"],
    ["ready", [], "any robot that can do it"],
  ] as const)("to be %s", (to, waitsFor, words) => {
    expect(coming(to, ...waitsFor)).toBe(words);
  });
});

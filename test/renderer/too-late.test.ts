import { describe, expect, test } from "vitest";
import { tooLate } from "../../renderer/job-page/too-late.ts";
import { aJob } from "./factories.ts";

const claimed = aJob({ state: "claimed", token: 1, claimedBy: "ot2-3" });
const stopped = aJob({ state: "quarantined", failedItself: true, because: ["amplify-31"] });
const ready = aJob({ state: "ready" });

describe("an action whose dialog is open", () => {
  test("is possible as long as the job is as it was", () => {
    expect([
      tooLate("report-failure", claimed, claimed),
      tooLate("redrive", stopped, stopped),
      tooLate("prerequisites", ready, stopped),
    ]).toEqual([null, null, null]);
  });

  test("is too late once the claim is over, even if there is another", () => {
    const again = aJob({ state: "claimed", token: 2, claimedBy: "ot2-4" });
    expect([tooLate("report-failure", claimed, ready), tooLate("report-failure", claimed, again)]).toEqual([
      "amplify-31 isn't claimed: it is in the line.",
      "amplify-31 was claimed again since; this claim is over.",
    ]);
  });

  test("is too late once somebody else has redriven the job", () => {
    expect(tooLate("redrive", stopped, ready)).toBe("amplify-31 isn't in quarantine: it is in the line.");
  });

  test("is too late once the job is worked on or over", () => {
    expect([
      tooLate("prerequisites", ready, claimed),
      tooLate("prerequisites", ready, aJob({ state: "completed" })),
    ]).toEqual([
      "amplify-31 is being worked on; its prerequisites can't change until that ends.",
      "amplify-31 can't change any more: it is completed.",
    ]);
  });
});

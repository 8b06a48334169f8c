import { describe, expect, test } from "vitest";
import { LabDispatcher } from "../../engine/dispatcher.ts";
import { tooLate } from "../../renderer/job-page/too-late.ts";
import { aJob } from "./factories.ts";

const claimed = aJob({ state: "claimed", token: 1, claimedBy: "ot2-3", deadline: null });
const stopped = aJob({ state: "quarantined", failedItself: true, because: ["amplify-31"] });
const ready = aJob({ state: "ready" });

const completed = aJob({ state: "completed", byHand: false });
const cancelled = aJob({ state: "cancelled" });
const held = aJob({ state: "held", hold: { by: "anna", reason: null } });

describe("an action whose dialog is open", () => {
  test("is possible as long as the job is as it was", () => {
    expect([
      tooLate("report-failure", claimed, claimed),
      tooLate("redrive", stopped, stopped),
      tooLate("prerequisites", ready, stopped),
      tooLate("prerequisites", ready, held),
    ]).toEqual([null, null, null, null]);
  });

  test("is too late once the claim is over, even if there is another", () => {
    const again = aJob({ state: "claimed", token: 2, claimedBy: "ot2-4", deadline: null });
    expect([tooLate("report-failure", claimed, ready), tooLate("report-failure", claimed, again)]).toEqual([
      "amplify-31 isn't claimed: it is in the line.",
      "amplify-31 was claimed again since; this claim is over.",
    ]);
  });

  test("is too late once the job was taken from its robot, or cancelled", () => {
    expect([
      tooLate("report-failure", claimed, held),
      tooLate("complete", claimed, cancelled),
      tooLate("redrive", stopped, cancelled),
    ]).toEqual([
      "amplify-31 isn't claimed: it is in the line.",
      "amplify-31 isn't claimed: it is cancelled.",
      "amplify-31 isn't in quarantine: it is cancelled.",
    ]);
  });

  test("is too late once somebody else has redriven the job", () => {
    expect(tooLate("redrive", stopped, ready)).toBe("amplify-31 isn't in quarantine: it is in the line.");
  });

  test("is too late once the job is worked on or over", () => {
    expect([
      tooLate("prerequisites", ready, claimed),
      tooLate("prerequisites", ready, completed),
      tooLate("prerequisites", ready, cancelled),
    ]).toEqual([
      "amplify-31 is being worked on and can't change until that ends.",
      "amplify-31 can't change any more: it is completed.",
      "amplify-31 can't change any more: it is cancelled.",
    ]);
  });
});

describe("the words of an action that comes too late", () => {
  const nothing = () => {};
  const claim = (lab: LabDispatcher) => lab.claim(0);
  const complete = (lab: LabDispatcher) => {
    claim(lab);
    lab.complete("amplify-31", 0);
  };
  const cancel = (lab: LabDispatcher) => lab.operate({ name: "cancel", id: "amplify-31" }, 0);

  test.each([
    ["redrive", "of what is ready", nothing, ready],
    ["redrive", "of what is claimed", claim, claimed],
    ["redrive", "of what is completed", complete, completed],
    ["redrive", "of what is cancelled", cancel, cancelled],
    ["prerequisites", "of what is claimed", claim, claimed],
    ["prerequisites", "of what is completed", complete, completed],
    ["prerequisites", "of what is cancelled", cancel, cancelled],
  ] as const)("%s %s are those of the engine's refusal", (action, _name, become, job) => {
    const lab = new LabDispatcher({ maxFailures: 3 });
    lab.submit("amplify-31", 0, 0);
    become(lab);
    const { id } = job;
    const command = action === "redrive" ? { name: action, id } : { name: "setPrerequisites" as const, id };
    expect(() => lab.operate(command, 0)).toThrow(tooLate(action, ready, job) ?? "it is not too late");
  });
});

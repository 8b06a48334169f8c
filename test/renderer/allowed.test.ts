import { describe, expect, test } from "vitest";
import { allowedFor } from "../../renderer/job-page/allowed.ts";
import { aJob } from "./factories.ts";

describe("what a job's state allows", () => {
  test("a claimed job is completed or reported, not edited", () => {
    expect(allowedFor(aJob({ state: "claimed", token: 7, claimedBy: "ot2-3", deadline: null }))).toEqual({
      complete: null,
      "report-failure": null,
      redrive: "Only for jobs in quarantine.",
      prerequisites: "Not while it is being worked on.",
    });
  });

  test("a job that failed itself can be redriven", () => {
    expect(
      allowedFor(aJob({ state: "quarantined", failedItself: true, because: ["amplify-31"] })).redrive,
    ).toBeNull();
  });

  test("[R1] a job that another stopped names the one to redrive first", () => {
    const job = aJob({ state: "quarantined", failedItself: false, because: ["extract-17"] });
    expect(allowedFor(job).redrive).toBe("extract-17 must be redriven first.");
  });

  test("[R1] so does a job that failed itself and is stopped as well", () => {
    const job = aJob({
      state: "quarantined",
      failedItself: true,
      because: ["extract-17", "label-17", "amplify-31"],
    });
    expect(allowedFor(job).redrive).toBe("extract-17 and 1 more must be redriven first.");
  });

  test("[P1] a job that is over isn't edited", () => {
    expect(allowedFor(aJob({ state: "completed", byHand: false })).prerequisites).toBe("It is over.");
  });

  test("[O1] a held job is edited, and nothing else", () => {
    expect(allowedFor(aJob({ state: "held", hold: { by: "anna", reason: null } }))).toEqual({
      complete: "Only for a job that is claimed.",
      "report-failure": "Only for a job that is claimed.",
      redrive: "Only for jobs in quarantine.",
      prerequisites: null,
    });
  });

  test("[O4] nothing is done with a cancelled job", () => {
    expect(allowedFor(aJob({ state: "cancelled" }))).toEqual({
      complete: "Only for a job that is claimed.",
      "report-failure": "Only for a job that is claimed.",
      redrive: "Only for jobs in quarantine.",
      prerequisites: "It is over.",
    });
  });
});

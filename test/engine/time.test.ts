import { describe, expect, test } from "vitest";
import { claimAll, codeOf, failJob, labWith, newLab, refusalOf } from "../factories.ts";

describe("T: time", () => {
  test("[T1] the clock starts at 0 and follows the highest time it was given", () => {
    const lab = newLab();
    const before = lab.clock;
    lab.claim(7);
    expect([before, lab.clock]).toEqual([0, 7]);
  });

  test.each([-1, 1.5, Number.NaN, Infinity, 2 ** 53, "soon", null, undefined])(
    "[T1] a time of %s is INVALID_ARGUMENT at `now`",
    (now) => {
      const refusal = refusalOf(() => newLab().claim(now as number));
      expect([refusal?.code, refusal?.field]).toEqual(["INVALID_ARGUMENT", "now"]);
    },
  );

  test("[T1] a time before the clock is TIME_WENT_BACK and leaves the clock where it is", () => {
    const lab = newLab();
    lab.claim(5);
    expect([codeOf(() => lab.claim(4)), lab.clock]).toEqual(["TIME_WENT_BACK", 5]);
  });

  test("[T1] arguments are checked before the time, and the time before everything else", () => {
    const lab = labWith({ a: [] });
    lab.claim(5);
    const codes = [
      codeOf(() => lab.submit("", 1, 4)),
      codeOf(() => lab.submit("a", 1, 4)),
      codeOf(() => lab.submit("a", 1, 5)),
    ];
    expect(codes).toEqual(["INVALID_ARGUMENT", "TIME_WENT_BACK", "DUPLICATE_JOB"]);
  });

  test("[T1] a call refused for its arguments moves no clock", () => {
    const lab = newLab();
    codeOf(() => lab.submit("", 1, 9));
    codeOf(() => lab.complete("a", 9, -1));
    expect(lab.clock).toBe(0);
  });

  test("[T2] a job whose eligible time is now is ready for the very call", () => {
    const lab = labWith({ a: [] }, { maxFailures: 2, backoff: 3 });
    failJob(lab, "a", 1);
    expect([claimAll(lab, 3), claimAll(lab, 4)]).toEqual([[], ["a"]]);
  });

  test("[T3] a call refused for another reason has moved the clock and nothing else", () => {
    const lab = labWith({ a: [] });
    codeOf(() => lab.complete("a", 8));
    expect([lab.clock, lab.state("a")]).toEqual([8, "ready"]);
  });

  test("[T3] quarantined() and causes(id) leave the clock alone", () => {
    const lab = labWith({ a: [] });
    failJob(lab, "a", 3);
    lab.quarantined();
    lab.causes("a");
    expect(lab.clock).toBe(3);
  });
});

import { describe, expect, test } from "vitest";
import type { LabDispatcher } from "../../engine/index.ts";
import { claimAll, codeOf, completeJob, factsOf, failJob, labWith, newDiary, newLab } from "../factories.ts";

describe("T1: the clock", () => {
  test("[T1] the clock starts at 0 and follows the highest time it was given", () => {
    const lab = newLab();
    const before = lab.clock;
    lab.claim(7);
    expect([before, lab.clock]).toEqual([0, 7]);
  });

  test("[T1] a time before the clock is TIME_WENT_BACK and leaves the clock where it is", () => {
    const lab = newLab();
    lab.claim(5);
    expect([codeOf(() => lab.claim(4)), lab.clock]).toEqual(["TIME_WENT_BACK", 5]);
  });

  test("[T1] the same time again is fine", () => {
    const lab = newLab();
    lab.advance(5);
    expect(codeOf(() => lab.advance(5))).toBeUndefined();
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

  test("[T1] a call refused for its arguments or its time expires no lease", () => {
    const lab = labWith({ a: [] }, { lease: 3 });
    lab.claim(1);
    codeOf(() => lab.submit("", 1, 9));
    codeOf(() => lab.claim(0));
    expect([lab.clock, lab.state("a")]).toEqual([1, "claimed"]);
  });
});

describe("T2: what is due happens before the call", () => {
  test("[T2] a job whose eligible time is now is ready for the very call", () => {
    const lab = labWith({ a: [] }, { maxFailures: 2, backoff: 3 });
    failJob(lab, "a", 1);
    expect([claimAll(lab, 3), claimAll(lab, 4)]).toEqual([[], ["a"]]);
  });

  test("[T2] each job becomes ready at its own time, in whatever order they began to wait", () => {
    const lab = newLab();
    const starts = Array.from({ length: 40 }, (_, n) => 1 + ((n * 17) % 40));
    for (const start of starts) lab.submit(`at ${start}`, 1, 0, null, { notBefore: start });
    const claimed = starts.map((_, n) => claimAll(lab, n + 1));
    expect(claimed).toEqual(starts.map((_, n) => [`at ${n + 1}`]));
  });

  test("[T2] leases of any lengths expire each at its own deadline, in whatever order they began", () => {
    const lab = newLab(1);
    const leases = Array.from({ length: 40 }, (_, n) => 1 + ((n * 17) % 40));
    for (const lease of leases) {
      lab.submit(`until ${lease}`, 1, 0);
      lab.claim(0, { lease });
    }
    lab.advance(40);
    expect(lab.quarantined()).toEqual(leases.map((_, n) => `until ${n + 1}`));
  });

  test("[T2] a lease whose deadline is now is over for the very call", () => {
    const lab = labWith({ a: [] }, { lease: 3, maxFailures: 2, backoff: 0 });
    lab.claim(0);
    expect([codeOf(() => lab.complete("a", 3, 1)), lab.claim(3)?.token]).toEqual(["NOT_CLAIMED", 2]);
  });

  test("[T2] leases expire earliest deadline first, whatever the order of the claims and of the line", () => {
    const lab = labWith({ a: [], b: [], c: [], d: [] });
    for (const lease of [9, 5, 7, 20]) lab.claim(0, { lease });
    lab.advance(9);
    expect([lab.quarantined(), lab.state("d")]).toEqual([["b", "c", "a"], "claimed"]);
  });

  test("[T2] equal deadlines expire in the order in which they were claimed, not in that of the line", () => {
    const lab = labWith({ a: [], b: [], c: [] });
    lab.setPriority("c", 2, 0);
    lab.setPriority("b", 1, 0);
    for (let now = 0; now < 3; now += 1) lab.claim(now, { lease: 5 - now });
    lab.advance(9);
    expect(lab.quarantined()).toEqual(["c", "b", "a"]);
  });

  test("[T2] a heartbeat doesn't change who was claimed first", () => {
    const lab = labWith({ a: [], b: [] });
    lab.claim(0, { lease: 5 });
    lab.claim(2, { lease: 5 });
    lab.heartbeat("a", 2);
    lab.advance(9);
    expect(lab.quarantined()).toEqual(["a", "b"]);
  });

  test("[T2] among equal deadlines a job that was claimed anew comes after one that was claimed before that", () => {
    const lab = newLab(2);
    lab.submit("a", 0, 0);
    lab.submit("b", 0, 0, null, { maxFailures: 1 });
    lab.claim(0, { lease: 1 });
    lab.claim(0, { lease: 4 });
    lab.claim(1, { lease: 3 });
    lab.advance(4);
    expect(lab.quarantined()).toEqual(["b", "a"]);
  });

  test("[T2] each expiry happens at its own deadline, all of them before the call itself", () => {
    const { lines, onChange } = newDiary();
    const lab = labWith({ a: [], b: [] }, { maxFailures: 2, backoff: 1, onChange });
    lab.claim(0, { lease: 6 });
    lab.claim(0, { lease: 3 });
    lab.claim(9);
    expect(lines.slice(4)).toEqual(["3 expired b", "6 expired a", "9 claimed a"]);
  });

  test("[T2] a quarantine by expiry holds back what the call would have handed out", () => {
    const lab = labWith({ a: [], b: ["a"] }, { lease: 3 });
    lab.claim(0);
    expect([codeOf(() => lab.complete("a", 3)), lab.quarantined()]).toEqual(["NOT_CLAIMED", ["a", "b"]]);
  });
});

describe("T6: the next event", () => {
  test.each([
    ["none, where nothing happens by itself", undefined, undefined, undefined],
    ["the eligible time of the first job that waits", 9, undefined, 9],
    ["the deadline of the first lease that ends", undefined, 4, 4],
    ["the earlier of the two: the deadline", 9, 4, 4],
    ["the earlier of the two: the eligible time", 3, 4, 3],
  ])("[T6] it is %s", (_what, notBefore, lease, expected) => {
    const lab = labWith({ a: [] });
    lab.submit("b", 1, 0, null, { notBefore });
    if (notBefore === undefined) lab.cancel("b", 0);
    else lab.submit("c", 1, 0, null, { notBefore: notBefore + 1 });
    lab.claim(0, { lease });
    expect(lab.nextEventAt).toBe(expected);
  });
});

describe("T3: refused for another reason", () => {
  const refused = {
    submit: (lab: LabDispatcher) => lab.submit("a", 1, 8),
    submitMany: (lab: LabDispatcher) =>
      lab.submitMany(
        [
          { id: "n", backoff: 1 },
          { id: "a", backoff: 1 },
        ],
        8,
      ),
    complete: (lab: LabDispatcher) => lab.complete("a", 8),
    reportFailure: (lab: LabDispatcher) => lab.reportFailure("ghost", 8),
    heartbeat: (lab: LabDispatcher) => lab.heartbeat("b", 8, 9),
    redriveMany: (lab: LabDispatcher) => lab.redriveMany(["bad", "a"], 8),
    setPrerequisites: (lab: LabDispatcher) => lab.setPrerequisites("a", ["a"], 8),
    hold: (lab: LabDispatcher) => lab.hold("done", 8),
    releaseClaim: (lab: LabDispatcher) => lab.releaseClaim("a", 8),
    cancel: (lab: LabDispatcher) => lab.cancel("bad", 8),
    explain: (lab: LabDispatcher) => lab.explain("ghost", 8),
    preview: (lab: LabDispatcher) => lab.preview({ name: "redrive", id: "a" }, 8),
  };

  const newRefusingLab = () => {
    const lab = labWith({ done: [], bad: [], held: ["bad"], b: [], a: [] }, { maxFailures: 2, backoff: 0 });
    completeJob(lab, "done");
    failJob(lab, "bad");
    failJob(lab, "bad");
    lab.claim(0, { lease: 8 });
    return lab;
  };

  test.each(Object.entries(refused))(
    "[T3] %s has moved the clock and expired leases, and nothing else",
    (_name, call) => {
      const [lab, moved] = [newRefusingLab(), newRefusingLab()];
      moved.advance(8);
      const code = codeOf(() => call(lab));
      expect([typeof code, factsOf(lab)]).toEqual(["string", factsOf(moved)]);
    },
  );

  test("[T3] quarantined() and causes(id) leave the clock and the leases alone", () => {
    const lab = labWith({ a: [], b: [] });
    failJob(lab, "a", 3);
    lab.claim(3, { lease: 0 });
    lab.quarantined();
    lab.causes("a");
    expect([lab.clock, lab.state("b")]).toEqual([3, "claimed"]);
  });

  test("[T3] a status of a job that isn't there is none, and moves the clock", () => {
    const lab = newLab();
    expect([lab.status("ghost", 4), lab.clock]).toEqual([undefined, 4]);
  });
});

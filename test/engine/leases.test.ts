import { describe, expect, test } from "vitest";
import type { JobOptions, LabOptions } from "../../engine/index.ts";
import { claimAll, claimJob, codeOf, failJob, labWith, newDiary, newLab } from "../factories.ts";

describe("L1, L2: a claim's lease", () => {
  test("[L1] without a lease of the dispatcher's a claim doesn't end by itself", () => {
    const lab = labWith({ a: [] });
    const claim = lab.claim(0);
    lab.advance(Number.MAX_SAFE_INTEGER);
    expect([claim?.deadline, lab.state("a"), lab.nextEventAt]).toEqual([null, "claimed", undefined]);
  });

  test("[L1] the dispatcher's lease holds for claims that don't ask for another", () => {
    const lab = labWith({ a: [], b: [] }, { lease: 10 });
    expect([lab.claim(3)?.deadline, lab.claim(4, { lease: 2 })?.deadline]).toEqual([13, 6]);
  });

  test("[L1] a claim may ask for a lease where the dispatcher has none", () => {
    const lab = labWith({ a: [] });
    expect(lab.claim(3, { lease: 2 })?.deadline).toBe(5);
  });

  test("[L1] a claim lasts until its deadline, not longer", () => {
    const lab = labWith({ a: [] }, { lease: 10, maxFailures: 2, backoff: 0 });
    lab.claim(0);
    expect([lab.status("a", 9), lab.status("a", 10)]).toEqual(["claimed", "ready"]);
  });

  test("[L2] a heartbeat sets the deadline to now and the lease of that very claim", () => {
    const lab = labWith({ a: [], b: [] }, { lease: 10 });
    lab.claim(0);
    lab.claim(0, { lease: 4 });
    expect([lab.heartbeat("b", 3, 2), lab.heartbeat("a", 3, 1), lab.status("b", 6)]).toEqual([
      7,
      13,
      "claimed",
    ]);
  });

  test("[L2] a claim that is extended in time outlives its first deadline", () => {
    const lab = labWith({ a: [] }, { lease: 4 });
    lab.claim(0);
    lab.heartbeat("a", 3);
    expect([lab.status("a", 6), lab.status("a", 7)]).toEqual(["claimed", "quarantined"]);
  });

  test("[L2] a heartbeat without a lease only checks", () => {
    const lab = labWith({ a: [] });
    lab.claim(0);
    expect([lab.heartbeat("a", 5, 1), codeOf(() => lab.heartbeat("a", 5, 2)), lab.nextEventAt]).toEqual([
      null,
      "STALE_CLAIM",
      undefined,
    ]);
  });

  test("[L2] a heartbeat at the deadline is too late", () => {
    const lab = labWith({ a: [] }, { lease: 4 });
    lab.claim(0);
    expect(codeOf(() => lab.heartbeat("a", 4))).toBe("NOT_CLAIMED");
  });
});

describe("L3, L4: expiry", () => {
  test("[L3] the backoff of an expiry counts from the deadline, not from the call that noticed it", () => {
    const lab = labWith({ a: [] }, { lease: 5, maxFailures: 2, backoff: 10 });
    lab.claim(0);
    lab.advance(12);
    expect([lab.nextEventAt, lab.status("a", 14), lab.status("a", 15)]).toEqual([15, "waiting", "ready"]);
  });

  test("[L3] a job whose backoff is over by the call, too, is handed out by it", () => {
    const lab = labWith({ a: [] }, { lease: 5, maxFailures: 2, backoff: 10 });
    lab.claim(0);
    expect(lab.claim(20)).toMatchObject({ id: "a", attempt: 2 });
  });

  test("[L3] an expiry is a failure: it counts, and the one that reaches the limit quarantines", () => {
    const lab = labWith({ a: [], b: ["a"] }, { lease: 5, maxFailures: 2, backoff: 0 });
    lab.claim(0);
    lab.claim(5);
    lab.advance(99);
    expect([lab.quarantined(), lab.inner.jobs.get("a")?.lifetimeFailures]).toEqual([["a", "b"], 2]);
  });

  test("[L3] the listener is told the deadline as the time of the expiry", () => {
    const { lines, onChange } = newDiary();
    const lab = labWith({ a: [] }, { lease: 5, onChange });
    lab.claim(0);
    lab.advance(99);
    expect(lines.slice(2)).toEqual(["5 expired a", "5 quarantined a"]);
  });

  test("[L3] a claim that ended before its deadline doesn't expire", () => {
    const lab = labWith({ a: [], b: [], c: [] }, { lease: 5, maxFailures: 9, backoff: 0 });
    for (const id of ["a", "b", "c"]) claimJob(lab, id);
    lab.complete("a", 1);
    lab.reportFailure("b", 1);
    lab.releaseClaim("c", 1);
    lab.advance(99);
    expect(["a", "b", "c"].map((id) => lab.inner.jobs.get(id)?.failures)).toEqual([0, 1, 0]);
  });

  test("[L3] the deadline of an earlier claim doesn't end a later one", () => {
    const lab = labWith({ a: [] }, { maxFailures: 9, backoff: 0 });
    lab.claim(0, { lease: 5 });
    lab.releaseClaim("a", 1);
    lab.claim(1, { lease: 50 });
    expect(lab.status("a", 20)).toBe("claimed");
  });

  test.each(["claim", "status", "complete", "heartbeat", "preview"] as const)(
    "[L4] a lease of 0 is over for a %s at the same instant",
    (call) => {
      const lab = labWith({ a: [] }, { maxFailures: 1 });
      const claim = lab.claim(7, { lease: 0 });
      if (call === "claim") lab.claim(7);
      if (call === "status") lab.status("a", 7);
      if (call === "complete" || call === "heartbeat") codeOf(() => lab[call]("a", 7, 1));
      if (call === "preview") lab.preview({ name: "pause" }, 7);
      expect([claim, lab.state("a")]).toEqual([
        { id: "a", token: 1, attempt: 1, deadline: 7 },
        "quarantined",
      ]);
    },
  );
});

describe("L5: what heartbeats leave behind", () => {
  const WORKING = 4;

  const labAtWork = () => {
    const lab = newLab(9);
    for (let n = 0; n < WORKING; n += 1) {
      lab.submit(`j${n}`, 0, 0);
      // Of different lengths, so that deadlines come in no order.
      lab.claim(0, { lease: 1_000_000 - n });
    }
    return lab;
  };

  test("[L5] no entry is left of a deadline that a heartbeat moved", () => {
    const lab = labAtWork();
    for (let now = 1; now <= 1_000; now += 1) lab.heartbeat(`j${(now * 7) % WORKING}`, now);
    const { run, heap } = lab.inner.leases.queue.parts;
    expect([lab.inner.leases.queue.size, run.length + heap.length]).toEqual([WORKING, WORKING]);
  });

  test("[L5] the queue of deadlines takes no more room than the claims ask for, however many heartbeats come", () => {
    const lab = labAtWork();
    let farthest = 0;
    for (let now = 1; now <= 1_000; now += 1) {
      // One never beats: what is behind it can't be dropped from the front.
      const id = `j${1 + (now % (WORKING - 1))}`;
      lab.heartbeat(id, now);
      farthest = Math.max(farthest, Math.abs(lab.inner.jobs.get(id)!.slot));
    }
    expect(farthest).toBeLessThan(8 * WORKING);
  });

  test("[L5] claims that end leave no entry behind", () => {
    const lab = labAtWork();
    lab.complete("j0", 1);
    lab.reportFailure("j1", 1);
    lab.releaseClaim("j2", 1);
    lab.completeByHand("j3", 1);
    expect([lab.inner.leases.queue.size, lab.inner.leases.nextDeadline]).toEqual([0, undefined]);
  });
});

describe("L6: what an expiry leads to", () => {
  const stateAfterExpiry = (options: JobOptions, labOptions: Partial<LabOptions> = {}) => {
    const lab = newLab(2, { lease: 5, ...labOptions });
    lab.submit("a", 0, 0, null, options);
    lab.claim(0);
    return lab.status("a", 5);
  };

  test.each<[string, JobOptions, Partial<LabOptions>, string]>([
    ["is tried again by default", {}, {}, "ready"],
    ["is held if the dispatcher says so", {}, { onExpiry: "inspect" }, "held"],
    ["is held if it says so itself", { onExpiry: "inspect" }, {}, "held"],
    [
      "is tried again if it says so itself, whatever the dispatcher says",
      { onExpiry: "retry" },
      { onExpiry: "inspect" },
      "ready",
    ],
    [
      "is held if it says so itself, whatever the dispatcher says",
      { onExpiry: "inspect" },
      { onExpiry: "retry" },
      "held",
    ],
    [
      "goes to quarantine unheld if it was its last try",
      { onExpiry: "inspect", maxFailures: 1 },
      {},
      "quarantined",
    ],
  ])("[L6] a job whose lease expires %s", (_what, options, labOptions, state) => {
    expect(stateAfterExpiry(options, labOptions)).toBe(state);
  });

  test("[L6] a held job tells why, and is handed out once an operator has looked", () => {
    const lab = labWith({ a: [] }, { lease: 5, maxFailures: 2, backoff: 0, onExpiry: "inspect" });
    lab.claim(0);
    const before = claimAll(lab, 99);
    const hold = lab.inner.jobs.get("a")?.hold;
    lab.unhold("a", 99);
    expect([before, hold, claimAll(lab)]).toEqual([
      [],
      { by: null, reason: expect.stringMatching(/plate/) as string },
      ["a"],
    ]);
  });

  test("[L6] a failure that a robot reports holds nothing", () => {
    const lab = labWith({ a: [] }, { maxFailures: 2, backoff: 0, onExpiry: "inspect" });
    failJob(lab, "a");
    expect(lab.state("a")).toBe("ready");
  });

  test("[L6] an expiry that quarantines doesn't hold: the redriven job is ready", () => {
    const lab = labWith({ a: [] }, { lease: 5, maxFailures: 1, onExpiry: "inspect" });
    lab.claim(0);
    lab.redrive("a", 5);
    expect(lab.state("a")).toBe("ready");
  });
});

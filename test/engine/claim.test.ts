import { describe, expect, test } from "vitest";
import {
  claimAll,
  claimJob,
  codeOf,
  completeJob,
  failJob,
  labWith,
  newLab,
  refusalOf,
} from "../factories.ts";

describe("C1: the first ready job", () => {
  test("[C1] nothing ready gives nothing", () => {
    expect(newLab().claim(0)).toBeUndefined();
  });

  test("[C1] a claimed job is not handed out again", () => {
    const lab = labWith({ a: [] });
    expect([lab.claim(0)?.id, lab.claim(0), lab.state("a")]).toEqual(["a", undefined, "claimed"]);
  });

  test("[C1] the highest priority goes first, and within one the earliest position", () => {
    const lab = newLab();
    for (const [id, priority] of Object.entries({ low: -1, b: 0, high: 2, a: 0, alsoHigh: 2 })) {
      lab.submit(id, 1, 0, null, { priority });
    }
    expect(claimAll(lab)).toEqual(["high", "alsoHigh", "b", "a", "low"]);
  });

  test("[C1] among jobs that require different things, too, priority goes before position", () => {
    const lab = newLab();
    lab.submit("plain", 1, 0);
    lab.submit("first", 1, 0, null, { requires: "x", priority: 1 });
    lab.submit("second", 1, 0, null, { requires: ["x", "y"], priority: 2 });
    lab.submit("last", 1, 0, null, { requires: "y" });
    expect(claimAll(lab)).toEqual(["second", "first", "plain", "last"]);
  });

  test("[C1] what is blocked, held, waiting or in quarantine is passed over, whatever its priority", () => {
    const lab = labWith({ bad: [], held: [], waits: [], ready: [], blocked: ["ready"] });
    failJob(lab, "bad");
    lab.hold("held", 0);
    lab.submit("later", 1, 0, null, { notBefore: 9, priority: 9 });
    for (const id of ["held", "blocked", "bad"]) lab.setPriority(id, 9, 0);
    expect(claimAll(lab)).toEqual(["waits", "ready"]);
  });
});

describe("C2: capabilities", () => {
  /** What a robot with `capabilities` is handed out. */
  const claimsWith = (capabilities: readonly string[] | undefined) => {
    const lab = newLab();
    lab.submit("both", 1, 0, null, { requires: ["sequencing", "extraction", "sequencing"] });
    lab.submit("plain", 1, 0);
    lab.submit("word", 1, 0, null, { requires: "extraction" });
    lab.submit("none", 1, 0, null, { requires: [] });
    return claimAll(lab, 0, { capabilities });
  };

  test.each([
    ["without capabilities every job is considered", undefined, ["both", "plain", "word", "none"]],
    ["an empty list means the jobs that require nothing", [], ["plain", "none"]],
    ["one capability doesn't do for a job that requires two", ["extraction"], ["plain", "word", "none"]],
    ["all that a job requires must be there", ["sequencing"], ["plain", "none"]],
    [
      "more capabilities than required are fine, in any order",
      ["x", "extraction", "sequencing"],
      ["both", "plain", "word", "none"],
    ],
  ])("[C2] %s", (_what, capabilities, ids) => {
    expect(claimsWith(capabilities)).toEqual(ids);
  });

  test("[C2] a list of one and the word are the same requirement, and so is a list in another order", () => {
    const lab = newLab();
    for (const requires of ["x", ["x"], ["x", "y"], ["y", "x"]]) {
      lab.submit(JSON.stringify(requires), 1, 0, null, { requires });
    }
    expect(lab.inner.line.queues.filter(({ size }) => size > 0)).toHaveLength(2);
  });

  test("[C2] of several jobs that require the same, each is handed out, in order", () => {
    const lab = newLab();
    for (const id of ["a", "b", "c"]) lab.submit(id, 1, 0, null, { requires: ["x", "y"] });
    lab.setPriority("c", 1, 0);
    expect(claimAll(lab, 0, { capabilities: ["y", "x"] })).toEqual(["c", "a", "b"]);
  });

  test("[C2] a word with a comma or a quote is one capability", () => {
    const lab = newLab();
    lab.submit("odd", 1, 0, null, { requires: 'a","b' });
    lab.submit("two", 1, 0, null, { requires: ["a", "b"] });
    expect([
      lab.claim(0, { capabilities: ["a", "b"] })?.id,
      lab.claim(0, { capabilities: ['a","b'] })?.id,
    ]).toEqual(["two", "odd"]);
  });
});

describe("C3: the claim", () => {
  test("[C3] a claim tells the job, a token never given before, its attempt and its deadline", () => {
    const lab = labWith({ a: [], b: [] }, { maxFailures: 3, backoff: 0 });
    const claims = [lab.claim(0), lab.claim(0, { lease: 7 })];
    lab.reportFailure("a", 0);
    claims.push(lab.claim(0));
    expect(claims).toEqual([
      { id: "a", token: 1, attempt: 1, deadline: null },
      { id: "b", token: 2, attempt: 1, deadline: 7 },
      { id: "a", token: 3, attempt: 2, deadline: null },
    ]);
  });

  test("[C3] a token is not used twice after a completion, an expiry, a release", () => {
    const lab = labWith({ a: [], b: [], c: [], d: [] }, { maxFailures: 9, backoff: 99 });
    lab.complete("a", 0, lab.claim(0)?.token);
    lab.claim(0, { lease: 1 });
    lab.advance(1);
    lab.claim(1);
    lab.releaseClaim("c", 1);
    expect([lab.claim(1)?.token, lab.claim(1)?.token]).toEqual([4, 5]);
  });

  test.each(["complete", "reportFailure", "heartbeat"] as const)(
    "[C3] %s refuses in this order: unknown, not claimed, stale",
    (call) => {
      const lab = labWith({ a: [] }, { maxFailures: 3, backoff: 0 });
      const codes = [codeOf(() => lab[call]("ghost", 0, 9)), codeOf(() => lab[call]("a", 0, 9))];
      lab.claim(0);
      codes.push(codeOf(() => lab[call]("a", 0, 9)));
      expect(codes).toEqual(["UNKNOWN_JOB", "NOT_CLAIMED", "STALE_CLAIM"]);
    },
  );

  test.each(["complete", "reportFailure", "heartbeat"] as const)(
    "[C3] %s with the token of an earlier claim is stale and changes nothing",
    (call) => {
      const lab = labWith({ a: [] }, { maxFailures: 3, backoff: 0 });
      failJob(lab, "a");
      const deadline = lab.claim(0, { lease: 9 })?.deadline;
      expect([codeOf(() => lab[call]("a", 1, 1)), lab.state("a"), lab.inner.jobs.get("a")?.deadline]).toEqual(
        ["STALE_CLAIM", "claimed", deadline],
      );
    },
  );

  test("[C3] a call that shows no token is accepted", () => {
    const lab = labWith({ a: [] });
    lab.claim(0);
    lab.complete("a", 0);
    expect(lab.state("a")).toBe("completed");
  });

  test("[C3] a call that shows the current token is accepted", () => {
    const lab = labWith({ a: [] });
    lab.complete("a", 0, lab.claim(0)?.token);
    expect(lab.state("a")).toBe("completed");
  });

  test("[C3] a token that is no number is INVALID_ARGUMENT", () => {
    const lab = labWith({ a: [] });
    lab.claim(0);
    expect(refusalOf(() => lab.complete("a", 0, "1" as never))?.field).toBe("token");
  });

  test.each(["completed", "quarantined", "cancelled"] as const)("[C3] a %s job is not claimed", (state) => {
    const lab = labWith({ a: [] });
    if (state === "completed") completeJob(lab, "a");
    if (state === "quarantined") failJob(lab, "a");
    if (state === "cancelled") lab.cancel("a", 0);
    expect([lab.state("a"), codeOf(() => lab.complete("a", 0))]).toEqual([state, "NOT_CLAIMED"]);
  });
});

describe("C4: pause", () => {
  test("[C4] while the dispatcher is paused claims give nothing, and after it the same jobs as before", () => {
    const lab = labWith({ a: [] });
    lab.pause(0);
    const claimed = lab.claim(0);
    lab.resume(0);
    expect([claimed, lab.claim(0)?.id]).toEqual([undefined, "a"]);
  });

  test("[C4] running claims go on: they complete, fail and are extended", () => {
    const lab = labWith({ a: [], b: [], c: [] });
    for (const id of ["a", "b", "c"]) claimJob(lab, id);
    lab.pause(0);
    lab.complete("a", 1, 1);
    lab.reportFailure("b", 1, 2);
    lab.heartbeat("c", 1, 3);
    expect(["a", "b", "c"].map((id) => lab.state(id))).toEqual(["completed", "quarantined", "claimed"]);
  });

  test("[C4] leases expire all the same, at the claim that gives nothing", () => {
    const lab = labWith({ a: [] }, { lease: 5, maxFailures: 2, backoff: 0 });
    lab.claim(0);
    lab.pause(1);
    expect([lab.claim(5), lab.state("a")]).toEqual([undefined, "ready"]);
  });
});

test("[C3] a token that was never given is not told to have been one", () => {
  const lab = newLab();
  lab.submit("a", 0, 0);
  lab.claim(0);
  const refusal = refusalOf(() => lab.complete("a", 0, 7));
  expect([refusal?.code, refusal?.message]).toEqual([
    "STALE_CLAIM",
    "a has never been claimed with this token. Show the one that the claim gave.",
  ]);
});

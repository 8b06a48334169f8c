import { describe, expect, test } from "vitest";
import type { JobOptions } from "../../engine/index.ts";
import { claimJob, newLab } from "../factories.ts";

const LONGEST = 315_360_000_000;

/** How long each of `count` failures in a row makes a job wait. */
function waitsOf(backoff: number, options: JobOptions, count: number, random?: () => number): number[] {
  const lab = newLab(99, { random });
  lab.submit("a", backoff, 0, null, options);
  return Array.from({ length: count }, () => {
    const now = lab.inner.jobs.get("a")!.eligibleAt;
    claimJob(lab, "a", now);
    lab.reportFailure("a", now);
    return lab.inner.jobs.get("a")!.eligibleAt - now;
  });
}

describe("F2: the backoff", () => {
  test.each<[string, number, JobOptions, number[]]>([
    ["without a factor every wait is the backoff", 7, {}, [7, 7, 7]],
    [
      "the first failure waits the backoff itself, each further one the factor times as long",
      2,
      { backoffFactor: 3 },
      [2, 6, 18, 54],
    ],
    ["a broken factor is rounded down at the end only", 5, { backoffFactor: 1.5 }, [5, 7, 11, 16]],
    [
      "the growth is one power in doubles, no product of factors",
      125,
      { backoffFactor: 1.2 },
      [125, 150, 180, 215],
    ],
    ["backoffMax caps the growth", 2, { backoffFactor: 3, backoffMax: 10 }, [2, 6, 10, 10]],
    ["backoffMax caps the first wait too", 50, { backoffMax: 10 }, [10, 10]],
    ["a backoffMax of 0 is no wait", 50, { backoffMax: 0 }, [0, 0]],
    ["without backoffMax the cap is ten years", LONGEST, { backoffFactor: 2 }, [LONGEST, LONGEST]],
    ["an overflow gives the cap", 1, { backoffFactor: 1e300, backoffMax: 9 }, [1, 9, 9, 9]],
    ["an overflow gives the cap of ten years too", 1, { backoffFactor: 1e300 }, [1, LONGEST, LONGEST]],
    ["a backoff of 0 gives 0, even where the factor overflows", 0, { backoffFactor: 1e300 }, [0, 0, 0, 0]],
    ["a backoff of 0 gives 0, whatever the cap", 0, { backoffMax: 9 }, [0, 0]],
  ])("[F2] %s", (_what, backoff, options, waits) => {
    expect(waitsOf(backoff, options, waits.length)).toEqual(waits);
  });

  test.each<[string, number, JobOptions, () => number, number[]]>([
    ["jitter shortens the wait by that share of the chance", 100, { jitter: 0.5 }, () => 0.5, [75]],
    ["a full jitter can shorten it to nearly nothing", 100, { jitter: 1 }, () => 0.999, [0]],
    ["a chance of 0 shortens nothing", 100, { jitter: 1 }, () => 0, [100]],
    ["without jitter the chance counts for nothing", 100, {}, () => 0.9, [100]],
    ["the result is rounded down", 9, { jitter: 0.3 }, () => 0.5, [7]],
    [
      "jitter shortens what the cap has left",
      100,
      { jitter: 0.5, backoffFactor: 10, backoffMax: 400 },
      () => 0.5,
      [75, 300],
    ],
    [
      "jitter shortens what an overflow has come to",
      1,
      { jitter: 0.5, backoffFactor: 1e300, backoffMax: 8 },
      () => 0.5,
      [0, 6, 6],
    ],
  ])("[F2] %s", (_what, backoff, options, random, waits) => {
    expect(waitsOf(backoff, options, waits.length, random)).toEqual(waits);
  });

  test("[F2] each failure takes its own chance", () => {
    const chances = [0.1, 0.2, 0.3];
    expect(waitsOf(100, { jitter: 1 }, 3, () => chances.shift() ?? 0)).toEqual([90, 80, 70]);
  });

  test("[F2] a dispatcher without a source of chance shortens nothing", () => {
    expect(waitsOf(100, { jitter: 1 }, 1)).toEqual([100]);
  });

  test("[F2] after a redrive the growth begins anew", () => {
    const lab = newLab(2);
    lab.submit("a", 4, 0, null, { backoffFactor: 10 });
    for (const now of [0, 4]) {
      claimJob(lab, "a", now);
      lab.reportFailure("a", now);
    }
    lab.redrive("a", 4);
    claimJob(lab, "a", 4);
    lab.reportFailure("a", 4);
    expect(lab.nextEventAt).toBe(8);
  });
});

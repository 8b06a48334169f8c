import { describe, expect, test } from "vitest";
import { JobTable } from "../../engine/job-table.ts";
import { PLAIN_TERMS } from "../../engine/job.ts";
import { newJob } from "../../engine/job.ts";
import { claimAll, codeOf, newLab } from "../factories.ts";

/** So many that about ten of them share all 32 bits of their hash with another, whatever the hash. */
const MANY = 300_000;

const jobNumber = (key: number) =>
  newJob(
    {
      key,
      id: `${key}-step`,
      backoff: 1,
      terms: PLAIN_TERMS,
      priority: 0,
      position: key,
      eligibleAt: 0,
      notBefore: 0,
    },
    [],
  );

describe("S1: ids", () => {
  test("[S1] of very many ids each is its own job, also those that share a hash", () => {
    const table = new JobTable(0);
    const jobs = Array.from({ length: MANY }, (_, index) => jobNumber(index + 1));
    const takenBefore = jobs.filter((job) => {
      const other = table.get(job.id);
      table.add(job);
      return other !== undefined;
    });
    // In another order than they came in: nothing may hang on which id was the last.
    const lost = jobs.toReversed().filter((job) => table.get(job.id) !== job);
    const kept = [...table.values()];
    expect([takenBefore.length, lost.length, table.size]).toEqual([0, 0, MANY]);
    expect(jobs.every((job, index) => kept[index] === job)).toBe(true);
  });

  test.each([undefined, 1, 0x7fff_ffff, -1])(
    "[S1] with the seed %s too, thousands of ids are each used once, and found again",
    (seed) => {
      const lab = newLab(1, { seed });
      const ids = Array.from({ length: 3000 }, (_, index) => `plate-${index}`);
      for (const id of ids) lab.submit(id, 1, 0);
      const refusals = new Set(ids.map((id) => codeOf(() => lab.submit(id, 1, 0))));
      const unknown = ids.filter((id) => lab.status(`${id}-x`, 0) !== undefined);
      const missing = ids.filter((id) => lab.state(id) !== "ready");
      expect([[...refusals], unknown, missing]).toEqual([["DUPLICATE_JOB"], [], []]);
      expect(claimAll(lab)).toEqual(ids);
    },
  );
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Heap } from "../../engine/heap.ts";
import { NO_JOBS, PLAIN_TERMS, type Job } from "../../engine/job.ts";
import { JobQueue } from "../../engine/queue.ts";
import { JobRun } from "../../engine/run.ts";
import { newJob } from "../../engine/job.ts";
import { claimAll, newLab } from "../factories.ts";

const ALWAYS_ALIKE = { numRuns: 200, seed: 20_261_130 };

/** A job of which only the position counts. */
const jobAt = (position: number, key = position): Job =>
  newJob(
    {
      key,
      id: `j${key}`,
      backoff: 0,
      terms: PLAIN_TERMS,
      priority: 0,
      position,
      eligibleAt: 0,
      notBefore: 0,
    },
    NO_JOBS,
  );

const inLine = (a: Job, b: Job): boolean =>
  a.position < b.position || (a.position === b.position && a.key < b.key);

const sorted = (jobs: readonly Job[]): Job[] => [...jobs].sort((a, b) => (inLine(a, b) ? -1 : 1));

type Step = { readonly add: number } | { readonly remove: number };

/** Adding more often than removing; half of the time what is added comes last, as most jobs do. */
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ add: fc.nat({ max: 30 }) }),
    fc.record({ add: fc.constant(Infinity) }),
    fc.record({ remove: fc.nat({ max: 99 }) }),
    fc.record({ remove: fc.constantFrom(0, 0, 1) }),
  ),
  { maxLength: 120, size: "max" },
);

/** Does the steps with `queue` and with a sorted array; gives where the two differ. */
function differences(
  queue: Pick<JobQueue, "first" | "size" | "has" | "add" | "remove">,
  history: readonly Step[],
): unknown[] {
  const wrong: unknown[] = [];
  let jobs: Job[] = [];
  for (const [n, step] of history.entries()) {
    if ("add" in step) {
      const job = jobAt(Math.min(step.add, 31 + n), n + 1);
      queue.add(job);
      jobs = sorted([...jobs, job]);
    } else if (jobs.length > 0) {
      const [job] = jobs.splice(step.remove % jobs.length, 1);
      queue.remove(job!);
      if (queue.has(job!)) wrong.push(`${n}: ${job!.id} is still there`);
    }
    if (queue.first !== jobs[0]) wrong.push([n, queue.first?.id, jobs[0]?.id]);
    if (queue.size !== jobs.length || !jobs.every((job) => queue.has(job)))
      wrong.push(`${n}: not the same jobs`);
  }
  return wrong;
}

describe("queues of jobs", () => {
  test.each([
    ["a heap", () => new Heap(inLine)],
    ["a queue", () => new JobQueue(inLine)],
  ])("[C1] %s gives what a sorted array gives, whatever is added and taken out", (_what, newQueue) => {
    fc.assert(
      fc.property(steps, (history) => {
        expect(differences(newQueue(), history)).toEqual([]);
      }),
      ALWAYS_ALIKE,
    );
  });

  test("[C1] a run keeps what came in order, whatever is taken out", () => {
    fc.assert(
      fc.property(steps, (history) => {
        const run = new JobRun();
        const jobs: Job[] = [];
        for (const [n, step] of history.entries()) {
          if ("add" in step) {
            jobs.push(jobAt(n));
            run.push(jobs.at(-1)!);
          } else if (jobs.length > 0) run.remove(jobs.splice(step.remove % jobs.length, 1)[0]!);
          expect([run.first, run.last, run.size]).toEqual([jobs[0], jobs.at(-1), jobs.length]);
        }
        expect([...run]).toEqual(jobs);
      }),
      ALWAYS_ALIKE,
    );
  });
});

/** A queue that counts how often it compares. */
function countingQueue() {
  const count = { comparisons: 0 };
  const queue = new JobQueue((a, b) => {
    count.comparisons += 1;
    return inLine(a, b);
  });
  return { queue, count };
}

/** `size` numbers, shuffled, always alike. */
const shuffled = (size: number): number[] => Array.from({ length: size }, (_, n) => (n * 7_919 + 13) % size);

describe("C5: what a claim costs", () => {
  const SIZE = 4_096;
  const LOG = Math.log2(SIZE);

  test("[C5] adding in any order compares no more than log n times a job", () => {
    const { queue, count } = countingQueue();
    for (const position of shuffled(SIZE)) queue.add(jobAt(position));
    expect(count.comparisons).toBeLessThan(SIZE * (LOG + 2));
  });

  test("[C5] taking the first one out, again and again, compares no more than 2 log n times a job", () => {
    const { queue, count } = countingQueue();
    for (const position of shuffled(SIZE)) queue.add(jobAt(position));
    count.comparisons = 0;
    for (let job = queue.first; job; job = queue.first) queue.remove(job);
    expect(count.comparisons).toBeLessThan(SIZE * (2 * LOG + 4));
  });

  test("[C5] taking any one out compares no more than 2 log n times", () => {
    const { queue, count } = countingQueue();
    const jobs = shuffled(SIZE).map((position) => jobAt(position));
    for (const job of jobs) queue.add(job);
    const most = jobs.map((job) => {
      count.comparisons = 0;
      queue.remove(job);
      return count.comparisons;
    });
    expect(Math.max(...most)).toBeLessThan(3 * LOG);
  });

  test("[C5] what comes in order costs a few comparisons a job, however many there are", () => {
    const { queue, count } = countingQueue();
    for (let position = 1; position <= SIZE; position += 1) queue.add(jobAt(position));
    for (let job = queue.first; job; job = queue.first) queue.remove(job);
    expect(count.comparisons).toBeLessThan(4 * SIZE);
  });

  test("[C5] there is one queue for each distinct set that ready jobs require, and none that is empty", () => {
    const lab = newLab();
    const sets = ["x", ["x"], ["x", "y"], ["y", "x"], ["y", "x", "y"], "z", []];
    for (let n = 0; n < 70; n += 1) lab.submit(`j${n}`, 1, 0, null, { requires: sets[n % sets.length] });
    const queues = () => lab.inner.line.queues.map(({ size }) => size).sort((a, b) => a - b);
    const before = queues();
    const claimed = claimAll(lab, 0, { capabilities: ["x"] }).length;
    // Only the queue of those that require nothing stays when it is empty.
    expect([before, claimed, queues()]).toEqual([[10, 10, 20, 30], 30, [0, 10, 30]]);
  });

  test("[C5] jobs that aren't ready stand in no queue that a claim looks at", () => {
    const lab = newLab();
    lab.submit("a", 1, 0, null, { requires: "x", notBefore: 9 });
    lab.submit("b", 1, 0, ["a"], { requires: "y" });
    lab.submit("c", 1, 0, null, { requires: "z" });
    lab.hold("c", 0);
    expect(lab.inner.line.queues.filter(({ size }) => size > 0)).toEqual([]);
  });
});

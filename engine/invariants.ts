/**
 * Recomputes from scratch what the dispatcher keeps up to date as it goes, and tells where the two differ.
 * For tests, which call it after each step. O(jobs and edges).
 */

import type { LabDispatcher } from "./dispatcher.ts";
import type { JobHeap } from "./heap.ts";
import { isFinal, isQuarantined, stateOf, type Job } from "./job.ts";
import type { JobState } from "./model.ts";
import { findCycle } from "./prerequisites.ts";
import { causesOf } from "./quarantine.ts";

/** Everything that is wrong, one sentence each; empty if nothing is. */
export function checkInvariants(lab: LabDispatcher): string[] {
  const { jobs: byId, line, quarantine } = lab.inner;
  const jobs = [...byId.values()];
  const wrong: string[] = [];
  const expect = (holds: boolean, sentence: string) => {
    if (!holds) wrong.push(sentence);
  };

  for (const job of jobs) {
    const state = stateOf(job, lab.clock);
    const { id } = job;
    expect(byId.get(id) === job, `${id} is found by its id`);
    expect(
      job.unmet === job.prerequisites.filter((needed) => needed.phase !== "completed").length,
      `${id} counts its unmet prerequisites`,
    );
    expect(
      job.stopped === job.prerequisites.filter(isQuarantined).length,
      `${id} counts its quarantined prerequisites`,
    );
    expect(
      line.ready.has(job) === (state === "ready"),
      `${id} stands among the ready jobs just if it is ready`,
    );
    expect(
      line.waiting.has(job) === (state === "waiting"),
      `${id} stands among the waiting jobs just if it waits`,
    );
    expect(isQuarantined(job) === causesOf(job).length > 0, `${id} has a cause just if it is in quarantine`);
    expect(!job.failedItself || isQuarantined(job), `${id} failed itself only if it is in quarantine`);
    expect(job.phase !== "open" || job.stopped === 0, `${id} is not open behind a job in quarantine`);
    expect(
      job.failures <= job.lifetimeFailures && job.lifetimeFailures <= job.attempts,
      `${id} failed at most as often as it was claimed`,
    );
    expect(
      !isFinal(job) || (job.dependents === undefined && job.prerequisites.length === 0),
      `${id} is final and has left the order`,
    );
    expect(findCycle(job, job.prerequisites) === undefined, `${id} does not wait for itself`);
    for (const needed of job.prerequisites) {
      expect(
        isFinal(needed) || needed.dependents?.has(job) === true,
        `${needed.id} knows its dependent ${id}`,
      );
    }
    for (const dependent of job.dependents ?? []) {
      expect(dependent.prerequisites.includes(job), `${dependent.id} knows its prerequisite ${id}`);
    }
  }
  expect(isInOrder(line.ready), "the ready jobs form a heap");
  expect(isInOrder(line.waiting), "the waiting jobs form a heap");

  const orders = [...quarantine].map((job) => job.quarantineOrder);
  expect(
    orders.every((order, i) => i === 0 || order > (orders[i - 1] ?? 0)),
    "the quarantine is in order",
  );
  expect([...quarantine].every(isQuarantined), "the quarantine holds quarantined jobs only");
  expect(orders.length === jobs.filter(isQuarantined).length, "the quarantine holds every quarantined job");

  for (const [state, count] of Object.entries(lab.counts) as [JobState, number][]) {
    const real = jobs.filter((job) => stateOf(job, lab.clock) === state).length;
    expect(count === real, `${String(real)} jobs are ${state}, ${String(count)} are counted`);
  }
  return wrong;
}

/** Every job of a heap knows its slot, and none goes before its parent. */
function isInOrder(heap: JobHeap): boolean {
  const jobs: Job[] = [...heap];
  return jobs.every((job, slot) => {
    const parent = jobs[(slot - 1) >> 1];
    return job.slot === slot && (parent === undefined || slot === 0 || !heap.goesBefore(job, parent));
  });
}

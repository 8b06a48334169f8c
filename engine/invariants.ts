/**
 * Recomputes from scratch what the dispatcher keeps up to date as it goes, and tells where the two differ.
 * For tests, which call it after each step. O(jobs and edges).
 */

import type { LabDispatcher } from "./dispatcher.ts";
import { isFinal, isQuarantined, NEVER, NOWHERE, stateOf, type Job } from "./job.ts";
import type { JobState } from "./model.ts";
import { anyOrder } from "./prerequisites.ts";
import type { JobQueue } from "./queue.ts";
import { causesOf } from "./quarantine.ts";

type Expect = (holds: boolean, sentence: string) => void;

/** Everything that is wrong, one sentence each; empty if nothing is. */
export function checkInvariants(lab: LabDispatcher): string[] {
  const wrong: string[] = [];
  const expect: Expect = (holds, sentence) => {
    if (!holds) wrong.push(sentence);
  };
  for (const job of lab.inner.jobs.values()) {
    checkFacts(job, expect);
    checkEdges(job, expect);
  }
  checkQueues(lab, expect);
  checkQuarantine(lab, expect);
  checkCounts(lab, expect);
  return wrong;
}

function checkFacts(job: Job, expect: Expect): void {
  const { id, phase } = job;
  expect(
    job.failures <= job.lifetimeFailures && job.lifetimeFailures <= job.attempts,
    `${id} failed at most as often as it was claimed`,
  );
  expect(job.lease === NEVER || phase === "claimed", `${id} has a lease only while it is claimed`);
  expect((job.lease === NEVER) === (job.deadline === NEVER), `${id} has a deadline just if it has a lease`);
  expect(!job.byHand || phase === "completed", `${id} was done by hand only if it is completed`);
  expect(!job.failedItself || isQuarantined(job), `${id} failed itself only if it is in quarantine`);
  expect(isQuarantined(job) === causesOf(job).length > 0, `${id} has a cause just if it is in quarantine`);
  expect(phase !== "open" || job.stopped === 0, `${id} is not open behind a job in quarantine`);
  expect(phase !== "claimed" || job.unmet === 0, `${id} is not claimed before its prerequisites are done`);
}

function checkEdges(job: Job, expect: Expect): void {
  const { id } = job;
  const unmet = job.prerequisites.filter(({ phase }) => phase !== "completed");
  expect(job.unmet === unmet.length, `${id} counts its unmet prerequisites`);
  expect(
    job.stopped === job.prerequisites.filter(isQuarantined).length,
    `${id} counts its quarantined prerequisites`,
  );
  expect(
    !isFinal(job) || (job.dependents === undefined && job.prerequisites.length === 0),
    `${id} is final and has left the order`,
  );
  for (const needed of unmet) {
    expect(!isFinal(needed), `${id} doesn't wait for ${needed.id}, which will never be done`);
    expect([...anyOrder(needed)].includes(job), `${needed.id} knows its dependent ${id}`);
    expect(needed.rank < job.rank, `${needed.id} comes before ${id} in the order`);
  }
  for (const dependent of anyOrder(job)) {
    expect(dependent.prerequisites.includes(job), `${dependent.id} knows its prerequisite ${id}`);
  }
}

/** Each job stands once where its state asks for, and nowhere else. */
function checkQueues(lab: LabDispatcher, expect: Expect): void {
  const { jobs, line, leases } = lab.inner;
  const places: readonly (readonly [Iterable<Job>, (job: Job) => boolean, string])[] = [
    [line.queues.flatMap(contentOf), (job) => stateOf(job, lab.clock) === "ready", "is ready"],
    [
      [...contentOf(line.waiting), ...line.early],
      (job) => stateOf(job, lab.clock) === "waiting",
      "waits for its time",
    ],
    [lab.inner.starts, (job) => job.notBefore > 0 && !isFinal(job), "has an earliest start ahead"],
    [line.held, (job) => stateOf(job, lab.clock) === "held", "is held"],
    [contentOf(leases.queue), (job) => job.lease !== NEVER, "has a lease"],
  ];
  for (const [content, belongs, words] of places) {
    const times = new Map<Job, number>();
    for (const job of content) times.set(job, (times.get(job) ?? 0) + 1);
    for (const job of jobs.values()) {
      const expected = belongs(job) ? 1 : 0;
      expect((times.get(job) ?? 0) === expected, `${job.id} stands in its queue once just if it ${words}`);
    }
  }
  const queues = [...line.queues, line.waiting, leases.queue];
  for (const queue of queues) expect(isInOrder(queue), "a queue is in order and each job knows its slot");
  for (const queue of line.queues) {
    const skills = new Set(contentOf(queue).map((job) => job.terms.skills));
    expect(skills.size <= 1, "the ready jobs of one queue require the same");
  }
  const queued = new Set([...queues.flatMap(contentOf), ...lab.inner.quarantine]);
  const strays = [...jobs.values()].filter((job) => job.slot !== NOWHERE && !queued.has(job));
  expect(strays.length === 0, "a job that stands in no queue, and not in quarantine, has no slot");
}

const contentOf = (queue: JobQueue): Job[] => [...queue.parts.run, ...queue.parts.heap];

/** The run ascends, no job of the heap goes before its parent, and the queue finds each of them. */
function isInOrder(queue: JobQueue): boolean {
  const { run, heap } = queue.parts;
  const ascends = run.every((job, index) => index === 0 || queue.goesBefore(run[index - 1] as Job, job));
  const isHeap = heap.every((job, slot) => {
    const parent = heap[(slot - 1) >> 1];
    return job.slot === slot && (parent === undefined || slot === 0 || !queue.goesBefore(job, parent));
  });
  return ascends && isHeap && contentOf(queue).every((job) => queue.has(job));
}

function checkQuarantine(lab: LabDispatcher, expect: Expect): void {
  const { jobs, quarantine, lastQuarantineOrder } = lab.inner;
  const inside = [...quarantine];
  const orders = inside.map((job) => job.quarantineOrder);
  expect(
    orders.every((order, i) => order > (orders[i - 1] ?? 0) && order <= lastQuarantineOrder),
    "the quarantine is in order",
  );
  expect(inside.every(isQuarantined), "the quarantine holds quarantined jobs only");
  expect(
    inside.every((job) => quarantine.has(job)),
    "each job in quarantine knows its slot",
  );
  expect(
    inside.length === [...jobs.values()].filter(isQuarantined).length,
    "the quarantine holds every quarantined job",
  );
}

function checkCounts(lab: LabDispatcher, expect: Expect): void {
  const jobs = [...lab.inner.jobs.values()];
  const real = new Map<JobState, number>();
  for (const job of jobs) {
    const state = stateOf(job, lab.clock);
    real.set(state, (real.get(state) ?? 0) + 1);
  }
  for (const [state, count] of Object.entries(lab.counts) as [JobState, number][]) {
    if (lab.inner.forgets && (state === "completed" || state === "cancelled")) continue;
    expect(
      count === (real.get(state) ?? 0),
      `${String(real.get(state) ?? 0)} jobs are ${state}, ${String(count)} are counted`,
    );
  }
  const { lastToken, lastPosition } = lab.counters;
  expect(
    jobs.every((job) => job.token <= lastToken && job.position <= lastPosition),
    "no token and no position is ahead of its count",
  );
  expect(
    new Set(jobs.map(({ position }) => position)).size === jobs.length &&
      new Set(jobs.map(({ rank }) => rank)).size === jobs.length,
    "no two jobs have the same position or the same rank",
  );
}

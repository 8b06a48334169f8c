/** How jobs come into quarantine and out of it (rules Q1 to R4), step by step as the rules tell it. */

import type { JobId } from "../../engine/index.ts";
import { dependentsOf, find, isQuarantined, Refusal, type Facts, type ModelJob } from "./model-job.ts";

/** Rule Q1. */
export function quarantine(facts: Facts, first: ModelJob, root: boolean): void {
  const line = [first];
  for (const job of line) {
    job.phase = "quarantined";
    job.root = root && job === first;
    job.order = facts.orders += 1;
    line.push(...dependentsOf(facts, job).filter((each) => each.phase === "open" && !line.includes(each)));
  }
}

/** Whether one of its prerequisites is in quarantine. */
export const isStopped = (facts: Facts, job: ModelJob): boolean =>
  job.after.some((id) => isQuarantined(find(facts, id)));

/** Rule R2: `first` has left quarantine already; gives the others that leave it. */
export function letGoBehind(facts: Facts, first: ModelJob): JobId[] {
  const line = [first];
  for (const job of line) {
    // One by one: what is let go opens the way for the next.
    for (const dependent of dependentsOf(facts, job)) {
      if (!isQuarantined(dependent) || dependent.root || isStopped(facts, dependent)) continue;
      dependent.phase = "open";
      line.push(dependent);
    }
  }
  return line.slice(1).map(({ id }) => id);
}

/** Rules R1 to R3. */
export function redrive(facts: Facts, job: ModelJob): JobId[] {
  if (!isQuarantined(job)) throw new Refusal("NOT_QUARANTINED");
  if (isStopped(facts, job)) throw new Refusal("PREREQUISITE_QUARANTINED");
  job.phase = "open";
  job.root = false;
  job.failures = 0;
  job.eligibleAt = facts.clock;
  return [job.id, ...letGoBehind(facts, job)];
}

/** Rule R4; if it refuses, the facts are spoilt. */
export function redriveMany(facts: Facts, ids: readonly JobId[]): JobId[] {
  const named = ids.map((id) => find(facts, id));
  if (!named.every(isQuarantined)) throw new Refusal("NOT_QUARANTINED");
  const letGo: JobId[] = [];
  for (;;) {
    const left = inOrder(named.filter(isQuarantined));
    if (left.length === 0) return letGo;
    const next = left.find((job) => !isStopped(facts, job));
    if (next === undefined) throw new Refusal("PREREQUISITE_QUARANTINED");
    letGo.push(...redrive(facts, next));
  }
}

/** In the order in which they came into quarantine. */
export const inOrder = (jobs: readonly ModelJob[]): ModelJob[] => [...jobs].sort((a, b) => a.order - b.order);

/** The job and every quarantined one that it is reached from through quarantined prerequisites, nearest first. */
export function heldBy(facts: Facts, job: ModelJob): ModelJob[] {
  const reached = [job];
  for (const each of reached) {
    const needed = each.after.map((id) => find(facts, id));
    reached.push(...needed.filter((other) => isQuarantined(other) && !reached.includes(other)));
  }
  return reached;
}

/** Rule Q4. */
export const causesOf = (facts: Facts, job: ModelJob): ModelJob[] =>
  isQuarantined(job) ? inOrder(heldBy(facts, job).filter(({ root }) => root)) : [];

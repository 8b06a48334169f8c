/** Labs and jobs as tests need them. */

import { LabDispatcher, Rejected, type JobId, type RejectionCode } from "../engine/index.ts";

export const newLab = (maxFailures = 2): LabDispatcher => new LabDispatcher({ maxFailures });

/** A lab whose jobs are the keys of `jobs`, submitted in that order at 0, each after those in its list. */
export function labWith(
  jobs: Readonly<Record<JobId, readonly JobId[]>>,
  { maxFailures = 1, backoff = 10 } = {},
): LabDispatcher {
  const lab = newLab(maxFailures);
  for (const [id, after] of Object.entries(jobs)) lab.submit(id, backoff, 0, after);
  return lab;
}

/** Claims until `id` is claimed; other jobs that came first stay claimed. */
export function claimJob(lab: LabDispatcher, id: JobId, now = lab.clock): void {
  for (let claim = lab.claim(now); claim?.id !== id; claim = lab.claim(now)) {
    if (claim === undefined) throw new Error(`${id} was not handed out`);
  }
}

/** Claims `id` and reports a failure. */
export function failJob(lab: LabDispatcher, id: JobId, now = lab.clock): void {
  claimJob(lab, id, now);
  lab.reportFailure(id, now);
}

/** Claims `id` and completes it. */
export function completeJob(lab: LabDispatcher, id: JobId, now = lab.clock): void {
  claimJob(lab, id, now);
  lab.complete(id, now);
}

/** The refusal that `call` meets; undefined if it isn't refused. */
export function refusalOf(call: () => unknown): Rejected | undefined {
  try {
    call();
  } catch (error) {
    if (error instanceof Rejected) return error;
    throw error;
  }
  return undefined;
}

export const codeOf = (call: () => unknown): RejectionCode | undefined => refusalOf(call)?.code;

/** The ids that claims at `now` hand out, in order. */
export function claimAll(lab: LabDispatcher, now = lab.clock): JobId[] {
  const ids: JobId[] = [];
  for (let claim = lab.claim(now); claim !== undefined; claim = lab.claim(now)) ids.push(claim.id);
  return ids;
}

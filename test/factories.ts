/** Labs and jobs as tests need them. */

import { LabDispatcher, Rejected } from "../engine/index.ts";
import type { Change, ClaimOptions, JobId, LabOptions, Preview, RejectionCode } from "../engine/index.ts";

/** One failure more than the first leads to quarantine, where the test doesn't say. */
export const newLab = (maxFailures = 2, options: Omit<LabOptions, "maxFailures"> = {}): LabDispatcher =>
  new LabDispatcher({ maxFailures, ...options });

/** A lab whose jobs are the keys of `jobs`, submitted in that order at 0, each after those in its list. */
export function labWith(
  jobs: Readonly<Record<JobId, readonly JobId[]>>,
  { maxFailures = 1, backoff = 10, ...options }: Partial<LabOptions> & { backoff?: number } = {},
): LabDispatcher {
  const lab = newLab(maxFailures, options);
  for (const [id, after] of Object.entries(jobs)) lab.submit(id, backoff, 0, after);
  return lab;
}

/** No test needs more claims: a dispatcher that hands out the same job for ever must not stop the tests. */
const MOST_CLAIMS = 10_000;

/** Claims until `id` is claimed; other jobs that came first stay claimed. */
export function claimJob(lab: LabDispatcher, id: JobId, now = lab.clock): void {
  for (let claims = 0; claims < MOST_CLAIMS; claims += 1) {
    const claim = lab.claim(now);
    if (claim?.id === id) return;
    if (claim === undefined) break;
  }
  throw new Error(`${id} was not handed out`);
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

/** A lab in which `quarantined` failed themselves, in that order, though some may need others of them. */
export function labWithRoots(
  jobs: Readonly<Record<JobId, readonly JobId[]>>,
  quarantined: readonly JobId[],
): LabDispatcher {
  const lab = labWith(jobs);
  for (const id of quarantined) lab.setPrerequisites(id, [], 0);
  for (const id of quarantined) {
    lab.setPriority(id, 1, 0);
    failJob(lab, id);
    lab.setPriority(id, 0, 0);
  }
  for (const id of quarantined) lab.setPrerequisites(id, jobs[id], 0);
  return lab;
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
export const claimAll = (lab: LabDispatcher, now = lab.clock, options?: ClaimOptions): JobId[] =>
  untilNone(() => lab.claim(now, options)?.id);

/** What `take` gives, again and again, until it gives nothing. */
export function untilNone<T>(take: () => T | null | undefined): T[] {
  const taken: T[] = [];
  for (let each = take(); each !== null && each !== undefined; each = take()) {
    taken.push(each);
    if (taken.length > MOST_CLAIMS) throw new Error("there is no end to it");
  }
  return taken;
}

/** One job in each phase, each named after it. */
export function labOfEveryPhase(): LabDispatcher {
  const lab = labWith({ completed: [], quarantined: [], cancelled: [], claimed: [], open: [] });
  completeJob(lab, "completed");
  failJob(lab, "quarantined");
  lab.cancel("cancelled", 0);
  claimJob(lab, "claimed");
  return lab;
}

/** How `call` is refused for each job of `labOfEveryPhase`, and for one that isn't there. */
export const refusalsByPhase = (call: (id: JobId) => unknown) =>
  Object.fromEntries(
    ["ghost", "claimed", "completed", "cancelled", "quarantined", "open"].map((id) => [
      id,
      codeOf(() => call(id)),
    ]),
  );

/** Everything that a lab knows, as plain data. Neither ranks nor slots: they are no facts, any that fit will do. */
export function factsOf(lab: LabDispatcher) {
  const jobs = Array.from(lab.inner.jobs.values(), (job) => {
    const { prerequisites, dependents, ...facts } = job;
    const needing =
      dependents instanceof Set ? [...dependents] : dependents === undefined ? [] : [dependents];
    return {
      ...facts,
      rank: undefined,
      slot: undefined,
      state: lab.state(job.id),
      prerequisites: prerequisites.map(({ id }) => id),
      dependents: needing.map(({ id }) => id),
    };
  });
  return { ...lab.counters, counts: lab.counts, quarantined: lab.quarantined(), jobs };
}

/** A listener that writes down what a lab tells it, as `at kind job`. */
export function newDiary() {
  const lines: string[] = [];
  const onChange = (change: Change, at: number) => {
    lines.push([at, change.kind, ...("job" in change ? [change.job.id] : [])].join(" "));
  };
  return { lines, onChange };
}

/** Which states the preview takes its jobs from, and to. */
export const movesOf = ({ changes }: Preview): Readonly<Record<JobId, string>> =>
  Object.fromEntries(changes.map(({ id, from, to }) => [id, `${from} → ${to}`]));

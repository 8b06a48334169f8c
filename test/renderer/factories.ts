/** Jobs as the window is given them, each with only what a test is about. */

import type { JobEvent, JobView, QuarantineEntry, StoppedJob } from "../../engine/model.ts";

/** 12 May 2026, 14:26:08 on the wall of the workstation, wherever it stands. */
export const NOW = new Date(2026, 4, 12, 14, 26, 8).getTime();
export const at = (hours: number, minutes: number): number => new Date(2026, 4, 12, hours, minutes).getTime();

/** A job in the state held is given its hold with the state. */
type StateFacts = JobView extends infer View
  ? View extends JobView
    ? Omit<View, null extends View["hold"] ? keyof Common : Exclude<keyof Common, "hold">>
    : never
  : never;
type Common = Pick<
  JobView,
  | "id"
  | "position"
  | "backoff"
  | "priority"
  | "requires"
  | "labels"
  | "hold"
  | "failures"
  | "maxFailures"
  | "attempts"
  | "unmet"
  | "revision"
  | "since"
  | "lastReason"
  | "lastFailedOn"
>;

export function aJob(state: StateFacts, facts: Partial<Common> = {}): JobView {
  return {
    id: "amplify-31",
    position: 31,
    backoff: 600_000,
    priority: 0,
    requires: [],
    labels: [],
    hold: null,
    failures: 0,
    maxFailures: 3,
    attempts: 0,
    unmet: 0,
    revision: 1,
    since: at(14, 21),
    lastReason: null,
    lastFailedOn: null,
    ...facts,
    ...state,
  };
}

export function anEvent(facts: Partial<JobEvent> & Pick<JobEvent, "kind">): JobEvent {
  return {
    seq: 1,
    at: at(14, 0),
    actor: "tecan-2",
    reason: null,
    attempt: null,
    delay: null,
    cause: null,
    after: null,
    priority: null,
    command: null,
    ...facts,
  };
}

export function aStopped(id: string, parent: string, facts: Partial<StoppedJob> = {}): StoppedJob {
  return { id, parent, depth: 1, failedItself: false, alsoNeeds: [], ...facts };
}

export function anEntry(id: string, stopped: readonly StoppedJob[]): QuarantineEntry {
  const job = aJob({ state: "quarantined", failedItself: true, because: [id] }, { id, failures: 3 });
  return { job: job as QuarantineEntry["job"], stopped, stoppedTotal: stopped.length };
}

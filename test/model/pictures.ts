/** What is compared between the dispatcher and the brute-force model. */

import type { Command, Explanation, JobId, JobState, LabDispatcher, Preview } from "../../engine/index.ts";
import type { BruteForceLab } from "./brute-force-lab.ts";
import { isFinal } from "./model-job.ts";
import type { ModelPreview } from "./model-preview.ts";

/** Of what the dispatcher gives, as much as the rules settle: what the model gives. */
export function settledBy(command: Command, result: unknown): unknown {
  if (command.name === "explain") return { state: (result as Explanation).state };
  if (command.name !== "preview") return result;
  const { changes, changesTotal, stays, staysTotal } = result as Preview;
  const kinds = LEAVING[command.command.name];
  return {
    changes: Object.fromEntries(changes.map(({ id, from, to, waitsFor }) => [id, { from, to, waitsFor }])),
    changesTotal,
    gives: kinds
      ? changes.filter(({ how }) => how.some((kind) => kinds.includes(kind))).map(({ id }) => id)
      : null,
    stays,
    staysTotal,
  } satisfies ModelPreview;
}

/** By which kinds of change a preview names the ids that its command gives. */
const LEAVING: Readonly<Record<string, readonly string[] | undefined>> = {
  redrive: ["redriven", "released"],
  redriveMany: ["redriven", "released"],
  cancel: ["cancelled"],
};

/** What a preview gives if no more than `most` of each kind may be named. */
export const cut = (whole: Preview, most: number): Preview => ({
  ...whole,
  changes: whole.changes.slice(0, most),
  stays: whole.stays.slice(0, most),
});

/** All that the rules say of a lab between two calls. */
export interface Picture {
  readonly clock: number;
  readonly paused: boolean;
  readonly quarantined: readonly JobId[];
  /** Of those in quarantine, in their order. */
  readonly causes: readonly (readonly JobId[])[];
  /** The jobs by their positions. */
  readonly line: readonly JobId[];
  /** In the order of submission. */
  readonly jobs: readonly JobPicture[];
}

interface JobPicture {
  readonly id: JobId;
  readonly state: JobState;
  readonly attempts: number;
  readonly lifetimeFailures: number;
  readonly byHand: boolean;
  /** Undefined for a job that is final: nothing follows from it any more. */
  readonly open:
    | undefined
    | {
        readonly after: readonly JobId[];
        readonly failures: number;
        readonly eligibleAt: number;
        readonly priority: number;
        readonly held: boolean;
        /** Null without a claim that ends by itself. */
        readonly deadline: number | null;
      };
}

export function pictureOfModel(model: BruteForceLab): Picture {
  const states = model.states();
  const quarantined = model.quarantined();
  return {
    clock: model.clock,
    paused: model.facts.paused,
    quarantined,
    causes: quarantined.map((id) => model.causes(id)),
    line: lineOf(model.jobs),
    jobs: model.jobs.map((job) => ({
      id: job.id,
      state: states[job.id]!,
      attempts: job.attempts,
      lifetimeFailures: job.lifetimeFailures,
      byHand: job.byHand,
      open: isFinal(job)
        ? undefined
        : {
            after: job.after,
            failures: job.failures,
            // What is past makes no difference any more.
            eligibleAt: Math.max(job.eligibleAt, model.clock),
            priority: job.priority,
            held: job.held,
            deadline: job.phase === "claimed" ? job.deadline : null,
          },
    })),
  };
}

export function pictureOf(lab: LabDispatcher): Picture {
  const jobs = [...lab.inner.jobs.values()];
  const quarantined = lab.quarantined();
  return {
    clock: lab.clock,
    paused: lab.paused,
    quarantined,
    causes: quarantined.map((id) => lab.causes(id)),
    line: lineOf(jobs),
    jobs: jobs.map((job) => ({
      id: job.id,
      state: lab.state(job.id),
      attempts: job.attempts,
      lifetimeFailures: job.lifetimeFailures,
      byHand: job.byHand,
      open:
        job.phase === "completed" || job.phase === "cancelled"
          ? undefined
          : {
              after: job.prerequisites.map(({ id }) => id),
              failures: job.failures,
              eligibleAt: Math.max(job.eligibleAt, job.notBefore, lab.clock),
              priority: job.priority,
              held: job.hold !== undefined,
              deadline: job.deadline < 0 ? null : job.deadline,
            },
    })),
  };
}

const lineOf = (jobs: readonly { readonly id: JobId; readonly position: number }[]): JobId[] =>
  [...jobs].sort((a, b) => a.position - b.position).map(({ id }) => id);

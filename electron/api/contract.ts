/**
 * The one contract between window and engine: what each call takes and gives. Both ends infer their types
 * from it; the main process parses every argument with the schemas at run time.
 */

import { z } from "zod";
import type {
  Claim,
  Counts,
  JobId,
  JobList,
  JobPage,
  JobView,
  Millis,
  Preview,
  QuarantineView,
} from "../../engine/model.ts";
import type { Rejection } from "../../engine/rejected.ts";

const jobId = z.string();
const reason = z.string().max(2000).optional();
const token = z.number().int().positive();
/** The one that the person saw; refused as CHANGED if the job has changed since. */
const revision = z.number().int().nonnegative().optional();
const submission = z.strictObject({ id: jobId, backoff: z.number(), after: z.array(jobId).optional() });
const jobState = z.enum([
  "blocked",
  "held",
  "waiting",
  "ready",
  "claimed",
  "completed",
  "quarantined",
  "cancelled",
]);

/** The operators' commands that the window asks about before it gives them. */
const previewed = z.discriminatedUnion("name", [
  z.strictObject({ name: z.literal("redrive"), id: jobId }),
  z.strictObject({ name: z.literal("setPrerequisites"), id: jobId, after: z.array(jobId), revision }),
]);

/** What each call takes. The engine checks the rules; these refuse what isn't even of the right shape. */
export const requests = {
  submit: submission,
  submitMany: z.strictObject({ jobs: z.array(submission).min(1).max(200_000) }),
  claim: z.strictObject({}),
  complete: z.strictObject({ id: jobId, token }),
  report_failure: z.strictObject({ id: jobId, token, reason }),
  redrive: z.strictObject({ id: jobId, reason }),
  preview: z.strictObject({ command: previewed }),
  setPrerequisites: z.strictObject({ id: jobId, after: z.array(jobId), reason, revision }),
  list: z.strictObject({
    states: z.array(jobState).optional(),
    /** Part of an id, in any case. */
    text: z.string().max(200).optional(),
    /** The `next` of the page before. */
    after: z.string().max(1000).nullable().optional(),
    limit: z.number().int().min(1).max(500),
  }),
  get: z.strictObject({ id: jobId }),
  quarantined: z.strictObject({}),
  status: z.strictObject({}),
  readWorkflow: z.strictObject({ source: z.enum(["file", "sample"]) }),
} as const;

/** What each call gives when it isn't refused. */
export interface Results {
  submit: null;
  submitMany: { readonly submitted: number };
  /** The job to work on, or null if none is ready. */
  claim: Claim | null;
  complete: null;
  /** What the job has come to: waiting for its next attempt, or in quarantine. */
  report_failure: JobView;
  /** The ids that were let go, the redriven job first (rule R3). */
  redrive: readonly JobId[];
  /** At most 500 jobs of each kind are named. */
  preview: Preview;
  setPrerequisites: JobView;
  list: JobList;
  get: JobPage;
  quarantined: QuarantineView;
  status: Status;
  /** Null if the person chose no file. */
  readWorkflow: WorkflowReading | null;
}

export interface Status {
  readonly counts: Counts;
  /** Nothing is handed out until somebody lets it go on. */
  readonly paused: boolean;
  /** The database file. */
  readonly database: string;
  readonly maxFailures: number;
  /** Who is at the desk: the name that commands of this window are recorded under. */
  readonly actor: string;
  /** Why nothing can be stored at the moment, in one sentence; null when all is well. */
  readonly trouble: string | null;
  /** What a verification found wrong with the database, and what to do; null while nothing is known to be. */
  readonly damage: string | null;
  /** What had been answered before this start and isn't in the database any more; null if nothing is known to be. */
  readonly loss: string | null;
  /** What operators should know of since the start, the latest last. */
  readonly notices: readonly Notice[];
}

export interface Notice {
  /** Wall clock. */
  readonly at: Millis;
  readonly text: string;
}

/** A workflow file as it was read: jobs to submit, or what is wrong with it, line by line. */
export interface WorkflowReading {
  readonly name: string;
  /** `line`: where the job stands in the file. */
  readonly jobs: readonly {
    readonly id: JobId;
    readonly backoff: number;
    readonly after: readonly JobId[];
    readonly line: number;
  }[];
  /** Not empty: nothing can be submitted until they are put right. Cut at 100. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
  readonly problemsTotal: number;
}

export type Call = keyof typeof requests;
export type Request<C extends Call> = z.input<(typeof requests)[C]>;

/** Refusals come back as values, never as exceptions. */
export type Answer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Rejection };

/** Wishes of the application's menu that the window carries out. */
export type MenuCommand =
  "import-file" | "import-sample" | "new-job" | "claim-next" | "find" | "show-jobs" | "show-quarantine";

/** What preload puts at `window.lab`. */
export interface Lab {
  call<C extends Call>(name: C, request: Request<C>): Promise<Answer<Results[C]>>;
  /** Called after committed changes, a few times a second at most; returns how to stop listening. */
  onChange(listener: () => void): () => void;
  onMenu(listener: (command: MenuCommand) => void): () => void;
}

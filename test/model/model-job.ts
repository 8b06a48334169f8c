/** What the brute-force model remembers of a job, and how it answers. */

import type { JobId, RejectionCode } from "../../engine/index.ts";

export type Outcome = { readonly ok: unknown } | { readonly error: RejectionCode };

export interface ModelJob {
  readonly id: JobId;
  readonly backoff: number;
  after: JobId[];
  phase: "open" | "claimed" | "completed" | "quarantined";
  failures: number;
  attempts: number;
  eligibleAt: number;
  token: number;
  root: boolean;
  /** When it came into quarantine, counted. */
  order: number;
}

export class Refusal extends Error {
  readonly code: RejectionCode;

  constructor(code: RejectionCode) {
    super(code);
    this.code = code;
  }
}

export const isQuarantined = (job: ModelJob): boolean => job.phase === "quarantined";

/**
 * Keeps a list still under the pointer: rows that left the view stay as gaps, and rows that belong between others
 * wait to be let in, until the pointer is gone. What is shown of each job is always fresh.
 */

import type { JobId, JobView } from "../../engine/model.ts";

export type Row =
  | { readonly kind: "job"; readonly id: JobId; readonly job: JobView }
  /** It is no longer among the jobs of this view. */
  | { readonly kind: "left"; readonly id: JobId };

export interface Settled {
  readonly rows: readonly Row[];
  /** How many rows wait to be let in. */
  readonly held: number;
}

export function fresh(jobs: readonly JobView[]): Settled {
  return { rows: jobs.map((job) => ({ kind: "job", id: job.id, job })), held: 0 };
}

/** `jobs` in the places of `shown`; what comes after the last of these that is still there is appended. */
export function settle(shown: readonly Row[], jobs: readonly JobView[]): Settled {
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const rows: Row[] = shown.map(({ id }) => {
    const job = byId.get(id);
    byId.delete(id);
    return job ? { kind: "job", id, job } : { kind: "left", id };
  });
  const last = rows.findLast((row) => row.kind === "job");
  const newer = [...byId.values()];
  const appended = last ? newer.filter((job) => job.position > last.job.position) : newer;
  return { rows: [...rows, ...fresh(appended).rows], held: newer.length - appended.length };
}

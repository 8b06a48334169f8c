/** The checks that a call makes against what the dispatcher holds, each a refusal in an operator's words. */

import type { CheckedSubmission } from "./arguments.ts";
import { isFinal, isQuarantined, type Job } from "./job.ts";
import type { ClaimToken, JobId } from "./model.ts";
import { causesOf } from "./quarantine.ts";
import { refuse } from "./rejected.ts";

/** How jobs are found by their ids. */
export interface Jobs {
  get(id: JobId): Job | undefined;
}

export function existing(jobs: Jobs, id: JobId): Job {
  return (
    jobs.get(id) ?? refuse("UNKNOWN_JOB", `There is no job ${id}. Check the id.`, { field: "id", ids: [id] })
  );
}

/** Rule C3. */
export function claimed(job: Job, token: ClaimToken | null | undefined): Job {
  const { id } = job;
  if (job.phase !== "claimed") {
    refuse("NOT_CLAIMED", `${id} isn't claimed: ${PHASE_IN_WORDS[job.phase]}.`, {
      ids: [id],
    });
  }
  if (token !== undefined && token !== null && token !== job.token) {
    refuse("STALE_CLAIM", `${id} was claimed again since; this claim is over.`, {
      field: "token",
      ids: [id],
    });
  }
  return job;
}

/** Rule R1. */
export function redrivable(job: Job): Job {
  const { id } = job;
  if (!isQuarantined(job)) {
    refuse("NOT_QUARANTINED", `${id} isn't in quarantine: ${PHASE_IN_WORDS[job.phase]}.`, {
      ids: [id],
    });
  }
  if (job.stopped > 0) {
    const causes = idsOf(causesOf(job)).filter((cause) => cause !== id);
    refuse(
      "PREREQUISITE_QUARANTINED",
      `${id} needs ${listed(causes)}, in quarantine too. Redrive that first.`,
      {
        ids: causes,
      },
    );
  }
  return job;
}

/** Rule P1: who may still be given other prerequisites. */
export function editable(job: Job): Job {
  const { id } = job;
  if (job.phase === "claimed") {
    refuse("JOB_CLAIMED", `${id} is being worked on; its prerequisites can't change until that ends.`, {
      ids: [id],
    });
  }
  if (isFinal(job)) {
    refuse("JOB_FINISHED", `${id} can't change any more: ${PHASE_IN_WORDS[job.phase]}.`, { ids: [id] });
  }
  return job;
}

/** Rule O8: `seen` is the revision that the caller decided on; absent, nothing is checked. */
export function unchanged(job: Job, seen: number | null | undefined): void {
  if (seen === undefined || seen === null || seen === job.revision) return;
  refuse("CHANGED", `${job.id} has changed since you looked. Look at it as it is now, then decide again.`, {
    ids: [job.id],
  });
}

/** Rule S1: `field(i)` names the place of the i-th submission's id. */
export function refuseDuplicates(
  submissions: readonly CheckedSubmission[],
  jobs: Jobs,
  field: (index: number) => string,
): void {
  const seen = new Set<JobId>();
  for (const [index, { id }] of submissions.entries()) {
    if (jobs.get(id)) {
      refuse(
        "DUPLICATE_JOB",
        `There is a job ${id} already, and an id is never used twice. Choose another.`,
        {
          field: field(index),
          ids: [id],
        },
      );
    }
    if (seen.has(id)) {
      refuse("DUPLICATE_JOB", `${id} is given twice in this list. Give each job an id of its own.`, {
        field: field(index),
        ids: [id],
      });
    }
    seen.add(id);
  }
}

/**
 * The jobs that each list of ids names (rule S1): all are looked up before the first cancelled one is refused.
 * `field(i)` names the place of the i-th list.
 */
export function resolvePrerequisites(
  lists: readonly (readonly JobId[])[],
  jobs: Jobs,
  field: (index: number) => string,
): Job[][] {
  const resolved = lists.map((ids, index) =>
    ids.map(
      (id) =>
        jobs.get(id) ??
        refuse(
          "UNKNOWN_PREREQUISITE",
          `There is no job ${id} to wait for. Submit it first, or leave it out.`,
          {
            field: field(index),
            ids: [id],
          },
        ),
    ),
  );
  for (const [index, prerequisites] of resolved.entries()) {
    const cancelled = prerequisites.find((job) => job.phase === "cancelled");
    if (cancelled) {
      refuse(
        "PREREQUISITE_CANCELLED",
        `${cancelled.id} is cancelled and will never complete. Leave it out.`,
        {
          field: field(index),
          ids: [cancelled.id],
        },
      );
    }
  }
  return resolved;
}

/** Rules P1, S5: `cycle` as `findCycle` gives it. */
export function refuseCycle(cycle: readonly Job[] | undefined, field: string): void {
  const [first] = cycle ?? [];
  if (cycle === undefined || first === undefined) return;
  const ids = idsOf(cycle);
  refuse("CYCLE", `${first.id} would wait for itself: ${ids.join(" → ")}. Leave one of these steps out.`, {
    field,
    ids,
  });
}

export function idsOf(jobs: Iterable<Job>): JobId[] {
  return Array.from(jobs, (job) => job.id);
}

const PHASE_IN_WORDS: Readonly<Record<Job["phase"], string>> = {
  open: "it is in the line",
  claimed: "it is being worked on",
  quarantined: "it is in quarantine",
  completed: "it is completed",
  cancelled: "it is cancelled",
};

function listed(ids: readonly JobId[]): string {
  const shown = ids.slice(0, 3).join(", ");
  return ids.length > 3 ? `${shown} and ${String(ids.length - 3)} more` : shown;
}

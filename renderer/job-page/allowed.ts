/** Which actions a job's state allows, and for each of the others the reason why not. */

import type { JobView } from "../../engine/model.ts";

export type Action = "complete" | "report-failure" | "redrive" | "prerequisites";

/** Null: it can be done now. Else one short sentence. */
export type Allowed = Readonly<Record<Action, string | null>>;

export function allowedFor(job: JobView): Allowed {
  return {
    complete: whyNotClaimed(job),
    "report-failure": whyNotClaimed(job),
    redrive: whyNotRedriven(job),
    prerequisites: whyNotEdited(job),
  };
}

function whyNotClaimed(job: JobView): string | null {
  return job.state === "claimed" ? null : "Only for a job that is claimed.";
}

/** Rule R1: what needs a job in quarantine is let go with that one, not by itself. */
function whyNotRedriven(job: JobView): string | null {
  if (job.state !== "quarantined") {
    return job.state === "waiting"
      ? "Only for jobs in quarantine. This one tries again by itself."
      : "Only for jobs in quarantine.";
  }
  const others = job.because.filter((id) => id !== job.id);
  if (others.length === 0) return null;
  const [first, ...rest] = others;
  return rest.length === 0
    ? `${first} must be redriven first.`
    : `${first} and ${rest.length} more must be redriven first.`;
}

/** Rule P1. */
function whyNotEdited(job: JobView): string | null {
  if (job.state === "claimed") return "Not while it is being worked on.";
  if (job.state === "completed" || job.state === "cancelled") return "It is over.";
  return null;
}

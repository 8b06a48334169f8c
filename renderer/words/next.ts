/** What comes next for a job, short enough for a cell of the list. */

import type { JobView, Millis } from "../../engine/model.ts";
import { agoPart, timePart } from "./times.ts";
import { listed, times, whoIs, type Part } from "./parts.ts";

export function nextOf(job: JobView, now: Millis, atDesk: string | null): readonly Part[] {
  switch (job.state) {
    case "blocked":
      return ["needs ", ...listed(job.waitsFor, job.unmet, 2)];
    case "held":
      return ["held since ", timePart(job.since, now)];
    case "waiting":
      return [job.failures > 0 ? "again at " : "not before ", timePart(job.eligibleAt, now)];
    case "ready":
      return [job.failures > 0 ? "next attempt, any robot" : "any robot"];
    case "claimed":
      return ["claimed by ", whoIs(job.claimedBy, atDesk), " ", agoPart(job.since, now)];
    case "quarantined":
      return job.failedItself
        ? [job.lastReason ?? `failed ${times(job.failures)}`, " · since ", timePart(job.since, now)]
        : ["because of ", ...listed(job.because, job.because.length, 2)];
    case "completed":
    case "cancelled":
      return [agoPart(job.since, now)];
  }
}

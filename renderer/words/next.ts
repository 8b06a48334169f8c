/** What comes next for a job, short enough for a cell of the list. */

import type { JobView, Millis } from "../../engine/model.ts";
import { agoPart, timePart } from "./times.ts";
import { listed, personIs, times, whoIs, withAll, type Part } from "./parts.ts";

export function nextOf(job: JobView, now: Millis, atDesk: string | null): readonly Part[] {
  switch (job.state) {
    case "blocked":
      return ["needs ", ...listed(job.waitsFor, job.unmet, 2), job.hold === null ? "" : " · held"];
    case "held":
      return [
        ...(job.hold.by === null ? ["held"] : ["held by ", personIs(job.hold.by)]),
        ...(job.hold.reason === null ? [] : [`: ${job.hold.reason}`]),
      ];
    case "waiting":
      return [job.failures > 0 ? "again at " : "not before ", timePart(job.eligibleAt, now)];
    case "ready":
      return [
        job.failures > 0 ? "next attempt, any robot" : "any robot",
        ...withAll(job.requires),
        // It goes ahead of what stands above it in the list, or behind what stands below.
        ...(job.priority === 0 ? [] : [` · priority ${job.priority.toLocaleString("en-GB")}`]),
      ];
    case "claimed":
      return job.deadline === null
        ? ["claimed by ", whoIs(job.claimedBy, atDesk), " ", agoPart(job.since, now)]
        : [whoIs(job.claimedBy, atDesk), " until ", timePart(job.deadline, now)];
    case "quarantined":
      return job.failedItself
        ? [job.lastReason ?? `failed ${times(job.failures)}`, " · since ", timePart(job.since, now)]
        : ["because of ", ...listed(job.because, job.because.length, 2)];
    case "completed":
      return [job.byHand ? "by hand, " : "", agoPart(job.since, now)];
    case "cancelled":
      return [agoPart(job.since, now)];
  }
}

/**
 * What a decision would change, told from the decision itself: copies of the jobs evolve as the jobs would
 * (rule O7). O(what would change, with its edges), and for each named job that would stay a walk over at most 1,000.
 */

import type { Change, JobChange } from "./changes.ts";
import { evolve } from "./evolve.ts";
import { isQuarantined, stateOf, type Job } from "./job.ts";
import type { ChangeKind, JobId, Millis, Preview, PreviewedJob, StayingJob } from "./model.ts";
import { dependentsOf } from "./prerequisites.ts";
import { byQuarantineOrder, heldBehind, nearestCausesWithout } from "./quarantine.ts";

const MOST_CAUSES = 3;

/** `most`: how many jobs of each kind are named. */
export function previewOf(changes: readonly Change[], clock: Millis, most: number): Preview {
  const after = new Afterwards(changes.filter((change) => "job" in change));
  const jobs = [...after.changed];
  const leaving = after.leavingQuarantine;
  const stays = heldBehind(leaving).sort(byQuarantineOrder);
  return {
    changes: jobs.slice(0, most).map((job) => after.tell(job, clock)),
    changesTotal: jobs.length,
    stays: stays.slice(0, most).map((job) => stayingJob(job, leaving)),
    staysTotal: stays.length,
  };
}

/** The lab as it would be: copies of the jobs that would change, the others as they are. */
class Afterwards {
  readonly #copies = new Map<Job, Job>();
  readonly #how = new Map<Job, ChangeKind[]>();

  constructor(changes: readonly JobChange[]) {
    for (const change of changes) {
      const { job, kind } = change;
      const copy = this.#copies.get(job) ?? { ...job };
      evolve(copy, change);
      this.#copies.set(job, copy);
      this.#how.set(job, [...(this.#how.get(job) ?? []), kind]);
    }
  }

  /** The jobs that change themselves, then those whose state follows from a completion. */
  get changed(): ReadonlySet<Job> {
    const jobs = new Set(this.#copies.keys());
    for (const job of this.#copies.keys()) {
      if (this.#of(job).phase !== "completed") continue;
      for (const dependent of dependentsOf(job)) if (this.#isFreed(dependent)) jobs.add(dependent);
    }
    return jobs;
  }

  get leavingQuarantine(): ReadonlySet<Job> {
    return new Set(
      [...this.#copies.keys()].filter((job) => isQuarantined(job) && !isQuarantined(this.#of(job))),
    );
  }

  #of(job: Job): Job {
    return this.#copies.get(job) ?? job;
  }

  tell(job: Job, clock: Millis): PreviewedJob {
    const copy = this.#of(job);
    const waitsFor = this.#waitsFor(job);
    return {
      id: job.id,
      how: this.#how.get(job) ?? [],
      from: stateOf(job, clock),
      to: stateOf({ ...copy, unmet: waitsFor.length }, clock),
      waitsFor,
      revision: job.revision,
    };
  }

  #waitsFor(job: Job): JobId[] {
    return this.#of(job)
      .prerequisites.filter((needed) => this.#of(needed).phase !== "completed")
      .map(({ id }) => id);
  }

  #isFreed(dependent: Job): boolean {
    return this.#of(dependent).phase === "open" && this.#waitsFor(dependent).length === 0;
  }
}

function stayingJob(job: Job, leaving: ReadonlySet<Job>): StayingJob {
  const because = nearestCausesWithout(leaving, job, MOST_CAUSES).map(({ id }) => id);
  return { id: job.id, failedItself: job.failedItself, because };
}

/** What an operator's command would do (rule O7): it is done to a copy, and the copy compared. */

import { isDeepStrictEqual } from "node:util";
import type { JobId, JobState, StayingJob } from "../../engine/index.ts";
import type { OperatorCommand } from "../../engine/operator-commands.ts";
import { copyOf, dependentsOf, find, isQuarantined, stateOf, unmetOf } from "./model-job.ts";
import type { Facts, ModelJob } from "./model-job.ts";
import { operate } from "./model-operators.ts";
import { heldBy, inOrder } from "./model-quarantine.ts";

/** As much of the dispatcher's preview as the rules settle. */
export interface ModelPreview {
  readonly changes: Readonly<Record<JobId, ModelChange>>;
  readonly changesTotal: number;
  /** The ids that the command would give, in order; null if it gives none. */
  readonly gives: readonly JobId[] | null;
  readonly stays: readonly StayingJob[];
  readonly staysTotal: number;
}

interface ModelChange {
  readonly from: JobState;
  readonly to: JobState;
  readonly waitsFor: readonly JobId[];
}

export function previewOf(facts: Facts, command: OperatorCommand): ModelPreview {
  const then = copyOf(facts);
  const gives = operate(then, command);
  const changed = facts.jobs.filter(
    (job) => !isDeepStrictEqual(shown(facts, job), shown(then, find(then, job.id))),
  );
  const stays = staying(facts, then);
  return {
    changes: Object.fromEntries(changed.map(({ id }) => [id, changeOf(facts, then, id)])),
    changesTotal: changed.length,
    gives,
    stays,
    staysTotal: stays.length,
  };
}

/** The state and the facts whose change counts as a change of the job. */
const shown = (facts: Facts, job: ModelJob) => [
  stateOf(facts, job),
  job.phase,
  job.held,
  job.priority,
  job.after,
  job.failures,
  job.eligibleAt,
];

const changeOf = (facts: Facts, then: Facts, id: JobId): ModelChange => ({
  from: stateOf(facts, find(facts, id)),
  to: stateOf(then, find(then, id)),
  waitsFor: unmetOf(then, find(then, id)),
});

/** Behind the jobs that leave quarantine: those that don't. */
function staying(facts: Facts, then: Facts): StayingJob[] {
  const isThenQuarantined = ({ id }: ModelJob) => isQuarantined(find(then, id));
  const line = facts.jobs.filter((job) => isQuarantined(job) && !isThenQuarantined(job));
  for (const job of line) {
    line.push(...dependentsOf(facts, job).filter((each) => isQuarantined(each) && !line.includes(each)));
  }
  return inOrder(line.filter(isThenQuarantined)).map(({ id }) => ({
    id,
    failedItself: find(then, id).root,
    because: nearestOtherCauses(then, find(then, id)),
  }));
}

/** The first three that a walk breadth first comes to. */
const nearestOtherCauses = (facts: Facts, job: ModelJob): JobId[] =>
  inOrder(
    heldBy(facts, job)
      .filter((other) => other.root && other !== job)
      .slice(0, 3),
  ).map(({ id }) => id);

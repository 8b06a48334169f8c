/** The operators' commands (rules R, P, O), on arguments that are sound. If one refuses, the facts may be spoilt. */

import type { JobId } from "../../engine/index.ts";
import type { OperatorCommand } from "../../engine/operator-commands.ts";
import { dependentsOf, find, has, isFinal, isQuarantined, Refusal, waitsFor } from "./model-job.ts";
import type { Facts, ModelJob } from "./model-job.ts";
import { isStopped, letGoBehind, quarantine, redrive, redriveMany } from "./model-quarantine.ts";

export function operate(facts: Facts, command: OperatorCommand): readonly JobId[] | null {
  switch (command.name) {
    case "redrive":
      return redrive(facts, find(facts, command.id));
    case "redriveMany":
      return redriveMany(facts, command.ids);
    case "setPrerequisites":
      setPrerequisites(facts, find(facts, command.id), command.after ?? []);
      return null;
    case "setPriority":
      editable(find(facts, command.id)).priority = command.priority;
      return null;
    case "hold":
      editable(find(facts, command.id)).held = true;
      return null;
    case "unhold":
      editable(find(facts, command.id)).held = false;
      return null;
    case "releaseClaim": {
      const job = find(facts, command.id);
      if (job.phase !== "claimed") throw new Refusal("NOT_CLAIMED");
      job.phase = "open";
      job.eligibleAt = facts.clock;
      return null;
    }
    case "completeByHand": {
      const job = unfinished(find(facts, command.id));
      job.phase = "completed";
      job.root = false;
      job.byHand = true;
      letGoBehind(facts, job);
      return null;
    }
    case "cancel":
      return cancel(facts, unfinished(find(facts, command.id)), command.withDependents ?? false);
    case "pause":
      facts.paused = true;
      return null;
    case "resume":
      facts.paused = false;
      return null;
  }
}

/** Rules P1 and P2. */
function setPrerequisites(facts: Facts, job: ModelJob, after: readonly JobId[]): void {
  editable(job);
  checkPrerequisites(facts, after);
  if (after.some((id) => waitsFor(facts, id, job.id))) throw new Refusal("CYCLE");
  job.after = [...new Set(after)];
  if (job.phase === "open" && isStopped(facts, job)) quarantine(facts, job, false);
  if (isQuarantined(job) && !job.root && !isStopped(facts, job)) {
    job.phase = "open";
    letGoBehind(facts, job);
  }
}

/** Rule O4. */
function cancel(facts: Facts, first: ModelJob, withDependents: boolean): JobId[] {
  const line = [first];
  for (const job of line) {
    line.push(...dependentsOf(facts, job).filter((each) => !isFinal(each) && !line.includes(each)));
  }
  if (line.length > 1 && !withDependents) throw new Refusal("HAS_DEPENDENTS");
  for (const job of line) {
    job.phase = "cancelled";
    job.root = false;
  }
  return line.map(({ id }) => id);
}

/** Rule S1: every one for being known, then every one for being cancelled. */
export function checkPrerequisites(facts: Facts, ids: readonly JobId[]): void {
  if (!ids.every((id) => has(facts, id))) throw new Refusal("UNKNOWN_PREREQUISITE");
  if (ids.some((id) => find(facts, id).phase === "cancelled")) throw new Refusal("PREREQUISITE_CANCELLED");
}

function editable(job: ModelJob): ModelJob {
  if (job.phase === "claimed") throw new Refusal("JOB_CLAIMED");
  return unfinished(job);
}

function unfinished(job: ModelJob): ModelJob {
  if (isFinal(job)) throw new Refusal("JOB_FINISHED");
  return job;
}

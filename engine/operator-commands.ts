/**
 * The operators' commands as data, and what each decides: it checks all that has to be checked and gives the
 * changes, in order, without making any (an edit may share ranks out anew, which fits both what was and what is to be).
 * The dispatcher makes them, a preview tells them (rule O7).
 */

import { checkAfter, checkFlag, checkId, checkIds, checkPriority, checkSeen, isAbsent } from "./arguments.ts";
import type { Change } from "./changes.ts";
import { isQuarantined, type Job } from "./job.ts";
import type { LabState } from "./lab-state.ts";
import type { JobId, Signature } from "./model.ts";
import { cancelledWith, quarantineOf } from "./quarantine.ts";
import {
  cancellable,
  claimed,
  editable,
  existing,
  prerequisitesOf,
  quarantined,
  redrivable,
  refuseCancelled,
  refuseChanged,
  refuseCycle,
  refuseStuck,
  unfinished,
} from "./refusals.ts";
import { refuse } from "./rejected.ts";
import { freedWith, redriveOf, type Freed } from "./release.ts";
import { makeRoom } from "./topological-order.ts";

/** What each command takes. */
export interface OperatorCommands {
  redrive: OnJob;
  redriveMany: { readonly ids: readonly JobId[] };
  setPrerequisites: OnJob & { readonly after?: readonly JobId[] | null | undefined };
  setPriority: OnJob & { readonly priority: number };
  hold: OnJob;
  unhold: OnJob;
  releaseClaim: OnJob;
  completeByHand: OnJob;
  cancel: OnJob & { readonly withDependents?: boolean | null | undefined };
  pause: object;
  resume: object;
}

export interface OnJob {
  readonly id: JobId;
}

export type OperatorCommandName = keyof OperatorCommands;

export type OperatorCommand<N extends OperatorCommandName = OperatorCommandName> = {
  [Name in N]: { readonly name: Name } & Readonly<OperatorCommands[Name]> & Decided;
}[N];

export interface Decided {
  /** The revisions of the jobs as the caller saw them when deciding (rule O8). */
  readonly seen?: Readonly<Record<JobId, number>> | null | undefined;
}

/** Refuses arguments that can't be meant; nothing is looked up yet (rule T1). */
export function checkOperatorCommand(command: OperatorCommand): void {
  if (isAbsent(command)) refuse("INVALID_ARGUMENT", "Name a command.", { field: "command" });
  checkSeen(command.seen);
  switch (command.name) {
    case "pause":
    case "resume":
      return;
    case "redriveMany":
      checkIds(command.ids);
      return;
    case "setPrerequisites":
      checkId(command.id);
      checkAfter(command.after);
      return;
    case "setPriority":
      checkId(command.id);
      return checkPriority(command.priority);
    case "cancel":
      checkId(command.id);
      return checkFlag(command.withDependents, "withDependents");
    case "redrive":
    case "hold":
    case "unhold":
    case "releaseClaim":
    case "completeByHand":
      return checkId(command.id);
    default:
      // Callers that no type has checked, such as another thread's.
      refuse("INVALID_ARGUMENT", "There is no such command.", { field: "name" });
  }
}

/** What `command` would change in `lab` now, in order; throws Rejected where it isn't allowed. */
export function decide(command: OperatorCommand, lab: LabState, signature?: Signature | null): Change[] {
  const changes = changesOf(command, lab, signature);
  // Last: what makes the command impossible now says more than that something has changed.
  if (command.seen) refuseChanged(command.seen, lab);
  return changes;
}

function changesOf(command: OperatorCommand, lab: LabState, signature?: Signature | null): Change[] {
  switch (command.name) {
    case "redrive": {
      const job = redrivable(existing(lab, command.id));
      return redrive([{ job, cause: job }, ...freedWith(job)], lab);
    }
    case "redriveMany": {
      const jobs = checkIds(command.ids).map((id, index) => existing(lab, id, `ids[${String(index)}]`));
      const { freed, stuck } = redriveOf(new Set(jobs.map(quarantined)));
      refuseStuck(stuck);
      return redrive(freed, lab);
    }
    case "setPrerequisites":
      return setPrerequisites(command, lab);
    case "setPriority": {
      const job = editable(existing(lab, command.id));
      const { priority } = command;
      return job.priority === priority ? [] : [{ kind: "priority", job, priority }];
    }
    case "hold": {
      const job = editable(existing(lab, command.id));
      const hold = { by: textOf(signature?.actor), reason: textOf(signature?.reason) };
      return job.hold ? [] : [{ kind: "held", job, hold }];
    }
    case "unhold": {
      const job = editable(existing(lab, command.id));
      return job.hold ? [{ kind: "unheld", job }] : [];
    }
    case "releaseClaim": {
      const job = claimed(existing(lab, command.id), undefined);
      return [{ kind: "takenBack", job, eligibleAt: lab.clock }];
    }
    case "completeByHand": {
      const job = unfinished(existing(lab, command.id));
      return [{ kind: "completedByHand", job }, ...releaseOf(isQuarantined(job) ? freedWith(job) : [])];
    }
    case "cancel": {
      const first = cancellable(existing(lab, command.id), command.withDependents === true);
      return cancelledWith(first).map((job) => ({
        kind: "cancelled",
        job,
        cause: job === first ? undefined : first,
      }));
    }
    case "pause":
      return lab.paused ? [] : [{ kind: "paused" }];
    case "resume":
      return lab.paused ? [{ kind: "resumed" }] : [];
  }
}

/** The ids that a command names in its answer: those let go from quarantine, or cancelled, in order (rules R3, O4). */
export function answerOf(changes: readonly Change[]): JobId[] {
  const ids: JobId[] = [];
  for (const change of changes) {
    const { kind } = change;
    if (kind === "redriven" || kind === "released" || kind === "cancelled") ids.push(change.job.id);
  }
  return ids;
}

/** Rules R1 to R4: whatever is freed by itself has a fresh start. */
function redrive(freed: readonly Freed[], lab: LabState): Change[] {
  return freed.map(({ job, cause }) =>
    job === cause ? { kind: "redriven", job, eligibleAt: lab.clock } : { kind: "released", job, cause },
  );
}

/** Rules P1, P2. */
function setPrerequisites(command: OperatorCommand<"setPrerequisites">, lab: LabState): Change[] {
  const job = editable(existing(lab, command.id));
  const prerequisites = prerequisitesOf(checkAfter(command.after), lab, "after");
  refuseCancelled(prerequisites, "after");
  refuseCycle(makeRoom(job, prerequisites), "after");
  if (sameJobs(prerequisites, job.prerequisites)) return [];
  const edit: Change = { kind: "prerequisites", job, prerequisites };
  const cause = prerequisites.find(isQuarantined);
  if (job.phase === "open" && cause) return [edit, ...quarantineOf(job, cause, lab.lastQuarantineOrder)];
  const isFree = isQuarantined(job) && !job.failedItself && !cause;
  return isFree ? [edit, ...releaseOf([{ job, cause: job }, ...freedWith(job)])] : [edit];
}

const textOf = (text: string | null | undefined): string | null => text?.trim() || null;

const releaseOf = (freed: readonly Freed[]): Change[] =>
  freed.map(({ job, cause }) => ({ kind: "released", job, cause }));

/** By their keys: a job that has left memory is read anew. */
const sameJobs = (some: readonly Job[], others: readonly Job[]): boolean =>
  some.length === others.length && some.every(({ key }, index) => key === others[index]?.key);

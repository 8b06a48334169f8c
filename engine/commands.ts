/**
 * The dispatcher's calls as plain data, so that they can be queued, sent to another thread and replayed. What a
 * call means stands in `dispatcher.ts`; this only carries it there.
 */

import type { LabDispatcher } from "./dispatcher.ts";
import type { Claim, ClaimToken, JobId, JobState, Millis, RedrivePreview, Submission } from "./model.ts";
import { refuse } from "./rejected.ts";

/** What each command takes and gives. */
export interface Commands {
  submit: { takes: Submission; gives: null };
  submitMany: { takes: { readonly jobs: readonly Submission[] }; gives: null };
  claim: { takes: object; gives: Claim | null };
  complete: { takes: OnClaim; gives: null };
  /** The state that the failure leaves the job in. */
  reportFailure: { takes: OnClaim; gives: JobState };
  redrive: { takes: OnJob; gives: readonly JobId[] };
  previewRedrive: { takes: OnJob; gives: RedrivePreview };
  setPrerequisites: {
    takes: OnJob & {
      readonly after?: readonly JobId[] | null | undefined;
      readonly revision?: number | null | undefined;
    };
    gives: null;
  };
  quarantined: { takes: object; gives: readonly JobId[] };
  causes: { takes: OnJob; gives: readonly JobId[] };
}

interface OnJob {
  readonly id: JobId;
}

interface OnClaim extends OnJob {
  readonly token?: ClaimToken | null | undefined;
}

export type CommandName = keyof Commands;

export type Command<N extends CommandName = CommandName> = {
  [Name in N]: { readonly name: Name } & Readonly<Commands[Name]["takes"]>;
}[N];

export type ResultOf<N extends CommandName> = Commands[N]["gives"];

/** Does what `command` says at `now`; throws Rejected as the dispatcher's own call does. */
export function perform<N extends CommandName>(
  lab: LabDispatcher,
  command: Command<N>,
  now: Millis,
): ResultOf<N>;
export function perform(lab: LabDispatcher, command: Command, now: Millis): ResultOf<CommandName> {
  switch (command.name) {
    case "submit":
      lab.submit(command.id, command.backoff, now, command.after);
      return null;
    case "submitMany":
      lab.submitMany(command.jobs, now);
      return null;
    case "claim":
      return lab.claim(now) ?? null;
    case "complete":
      lab.complete(command.id, now, command.token);
      return null;
    case "reportFailure":
      lab.reportFailure(command.id, now, command.token);
      return lab.state(command.id);
    case "redrive":
      return lab.redrive(command.id, now);
    case "previewRedrive":
      return lab.previewRedrive(command.id, now);
    case "setPrerequisites":
      lab.setPrerequisites(command.id, command.after, now, command.revision);
      return null;
    case "quarantined":
      return lab.quarantined();
    case "causes":
      return lab.causes(command.id);
    default:
      // Callers that no type has checked, such as another thread's.
      return refuse("INVALID_ARGUMENT", "There is no such command.", { field: "name" });
  }
}

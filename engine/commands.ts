/**
 * The dispatcher's calls as plain data, so that they can be queued, sent to another thread and replayed. What a
 * call means stands in `dispatcher.ts`; this only carries it there.
 */

import { checkCode, isAbsent } from "./arguments.ts";
import type { LabDispatcher } from "./dispatcher.ts";
import type {
  Claim,
  ClaimOptions,
  ClaimToken,
  Explanation,
  JobId,
  JobState,
  Millis,
  Preview,
  Signature,
  Submission,
} from "./model.ts";
import type {
  Decided,
  OnJob,
  OperatorCommand,
  OperatorCommandName,
  OperatorCommands,
} from "./operator-commands.ts";
import { refuse } from "./rejected.ts";
import { checkJson } from "./submission.ts";

/** What each command takes and gives. */
export interface Commands extends OperatorCommandsWithResults {
  submit: { takes: Submission; gives: null };
  submitMany: { takes: { readonly jobs: readonly Submission[] }; gives: null };
  claim: { takes: ClaimOptions; gives: Claim | null };
  /** The new deadline; null if the claim has no lease. */
  heartbeat: { takes: OnClaim; gives: Millis | null };
  /** `result`: JSON, kept with the event. */
  complete: { takes: OnClaim & { readonly result?: unknown }; gives: null };
  /** `code`: what went wrong, in the robot's own terms, kept with the event. Gives the state that the job is left in. */
  reportFailure: { takes: OnClaim & { readonly code?: string | null | undefined }; gives: JobState };
  /** Null if there is no such job. */
  status: { takes: OnJob; gives: JobState | null };
  quarantined: { takes: object; gives: readonly JobId[] };
  causes: { takes: OnJob; gives: readonly JobId[] };
  /** `offered`: all the capabilities that stations have. */
  explain: { takes: OnJob & { readonly offered?: readonly string[] | null | undefined }; gives: Explanation };
  /** `most`: how many jobs of each kind are named; all if absent. */
  preview: {
    takes: { readonly command: OperatorCommand; readonly most?: number | null | undefined };
    gives: Preview;
  };
}

/** Those that name jobs in their answer; the others give null. */
type NamesJobs = "redrive" | "redriveMany" | "cancel";

type OperatorCommandsWithResults = {
  [Name in OperatorCommandName]: {
    takes: OperatorCommands[Name] & Decided;
    gives: Name extends NamesJobs ? readonly JobId[] : null;
  };
};

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
  signature?: Signature,
): ResultOf<N>;
export function perform(
  lab: LabDispatcher,
  command: Command,
  now: Millis,
  signature?: Signature,
): ResultOf<CommandName> {
  if (isAbsent(command)) refuse("INVALID_ARGUMENT", "Name a command.", { field: "command" });
  switch (command.name) {
    case "submit":
      lab.submit(command.id, command.backoff, now, command.after, command);
      return null;
    case "submitMany":
      lab.submitMany(command.jobs, now);
      return null;
    case "claim":
      return lab.claim(now, command) ?? null;
    case "heartbeat":
      return lab.heartbeat(command.id, now, command.token);
    case "complete":
      if (!isAbsent(command.result)) checkJson(command.result, "result");
      lab.complete(command.id, now, command.token);
      return null;
    case "reportFailure":
      checkCode(command.code);
      lab.reportFailure(command.id, now, command.token);
      return lab.state(command.id);
    case "status":
      return lab.status(command.id, now) ?? null;
    case "quarantined":
      return lab.quarantined();
    case "causes":
      return lab.causes(command.id);
    case "explain":
      return lab.explain(command.id, now, command.offered);
    case "preview":
      return lab.preview(command.command, now, command.most);
    case "redrive":
    case "redriveMany":
    case "cancel":
      return lab.operate(command, now, signature);
    case "setPrerequisites":
    case "setPriority":
    case "hold":
    case "unhold":
    case "releaseClaim":
    case "completeByHand":
    case "pause":
    case "resume":
      lab.operate(command, now, signature);
      return null;
    default:
      // Callers that no type has checked, such as another thread's.
      return refuse("INVALID_ARGUMENT", "There is no such command.", { field: "name" });
  }
}

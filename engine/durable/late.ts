/**
 * A robot says that its step is done when its claim is over (rule Q5): it is refused, since somebody else may have
 * begun anew. But the plate may be done: if nobody has, the job is held until an operator has looked.
 */

import type { Command } from "../commands.ts";
import { isFinal, type Job } from "../job.ts";
import type { ClaimToken } from "../model.ts";
import type { Rejected } from "../rejected.ts";
import type { Order } from "./protocol.ts";

type LateCompletion = Extract<Command, { name: "complete" }> & { readonly token: ClaimToken };

/** Only who shows a token ever had a claim. */
export const isLate = (refusal: Rejected, command: Command | undefined): command is LateCompletion =>
  command?.name === "complete" &&
  typeof command.token === "number" &&
  (refusal.code === "NOT_CLAIMED" || refusal.code === "STALE_CLAIM");

/** Why the job is to be held; undefined if it isn't. `holder` made the latest claim. */
export function lateHold(
  job: Job,
  token: ClaimToken,
  holder: string | undefined,
  { actor }: Order,
): string | undefined {
  const isTheLatest = token === job.token && job.phase !== "claimed" && holder === actor;
  if (!isTheLatest || isFinal(job) || job.hold !== undefined) return undefined;
  return `${actor} says that it completed this, but its claim was over. Look at the plate: complete it by hand if it is done, else let it go.`;
}

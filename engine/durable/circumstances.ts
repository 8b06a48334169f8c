/** How a change came about, told from the command at hand. */

import { isAbsent } from "../arguments.ts";
import type { Command } from "../commands.ts";
import type { Circumstances, Told } from "./journal.ts";
import type { Order } from "./protocol.ts";

/** `command`: undefined for what time alone brought about. */
export function circumstancesOf(
  told: Told,
  command: Command | undefined,
  { actor, reason }: Order,
  when: Pick<Circumstances, "clock" | "at">,
): Circumstances {
  const code = told.kind === "failed" && command?.name === "reportFailure" ? command.code : null;
  const isResult = (told.kind === "completed" || told.kind === "late") && command?.name === "complete";
  return {
    actor,
    command: command?.name ?? null,
    reason: reason ?? null,
    code: code ?? null,
    result: isResult && !isAbsent(command.result) ? JSON.stringify(command.result) : null,
    ...when,
  };
}

/** `lab restore`: a database from a backup, and what may have run since. */

import { userInfo } from "node:os";
import { isoTime, restore, type Restored } from "../index.ts";
import { inJson, listed, type Outcome } from "./outcome.ts";

/** Throws DatabaseRefused. */
export function restoreDatabase(backup: string, to: string, replace: boolean, json: boolean): Outcome {
  const restored = restore(backup, to, { actor: userInfo().username, replace });
  return { text: json ? inJson(restored) : `${inWords(restored).join("\n")}\n` };
}

function inWords(restored: Restored): string[] {
  const { file, backup, takenAt, kept, mayHaveRun, since, problem, held } = restored;
  const { claimed, ready, later } = mayHaveRun;
  return [
    `${file} is restored from ${backup}, whose last commit was at ${isoTime(takenAt)}.`,
    ...(kept === null ? [] : [`What stood there is kept as ${kept}.`]),
    "The lab is paused, and every token given before is stale.",
    "",
    ...(since === null
      ? [`It can't be told what ran since: ${problem ?? ""}. These may have:`]
      : [...tellSince(since), "By the backup alone, these may have run:"]),
    ...tell("claimed at the backup", claimed),
    ...tell("ready at the backup", ready),
    ...tell("waiting for a time or for those", later),
    ...(claimed.length + ready.length + later.length === 0 ? ["  none"] : []),
    "",
    ...tell("Held until somebody has looked at the plate", held, ""),
    "Look at the plates, complete by hand what is done, then resume the lab.",
  ];
}

function tellSince({ events, ran, submitted }: NonNullable<Restored["since"]>): string[] {
  const known = ran.filter(({ isKnown }) => isKnown);
  const unknown = new Set(ran.filter(({ isKnown }) => !isKnown).map(({ id }) => id));
  return [
    `The replaced file tells of ${String(events)} events since. In it ran:`,
    ...known
      .slice(0, 50)
      .map(({ id, phase, robot }) => `  ${id}: ${robot ?? "a robot"} had it; it is ${phase} there`),
    ...(known.length > 50 ? [`  … and ${String(known.length - 50)} more`] : []),
    ...(known.length === 0 ? ["  no job that the backup knows"] : []),
    ...tell("Submitted since, and not in the backup", submitted, ""),
    ...tell("Of these ran", [...unknown], ""),
  ];
}

const tell = (what: string, ids: readonly string[], indent = "  "): string[] =>
  ids.length === 0 ? [] : [`${indent}${what} (${String(ids.length)}): ${listed(ids)}`];

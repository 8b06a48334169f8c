/** Tells what was answered once and isn't in the file any more: what the high-water mark says, less what is held. */

import type { Database } from "better-sqlite3";
import { markOf, type Progress } from "./mark.ts";

/** How far a database has come, so that its mark can be set after a restore. */
export function progressIn(db: Database): Progress {
  const held = db
    .prepare("SELECT (SELECT coalesce(max(seq), 0) FROM event) AS event, last_token AS token FROM lab")
    .get() as Progress | undefined;
  return held ?? { event: 0, token: 0 };
}

/** In words, with numbers and what to do; null if nothing is known to be lost. */
export function lossFrom(
  file: string,
  answered: Progress | "damaged" | undefined,
  db: Database,
): string | null {
  if (answered === undefined) return null;
  const last = (db.prepare("SELECT seq, at FROM event ORDER BY seq DESC LIMIT 1").get() ?? NOTHING) as Last;
  if (answered === "damaged") {
    return `${markOf(file)}, which tells how far the answers had come, is damaged; so it can't be told whether ${file} holds all of them. It ends with change ${String(last.seq)}${timeOf(last)}. Compare that with what the robots have done since.`;
  }
  const lost = answered.event - last.seq;
  if (lost <= 0) return null;
  const [what, are] = lost === 1 ? ["1 change", "is"] : [`${String(lost)} changes`, "are"];
  return `${what} that had been answered ${are} missing from ${file}: the answers had come to change ${String(answered.event)}, and the file ends with change ${String(last.seq)}${timeOf(last)}. Compare what the robots have done since with the jobs here before you go on, and have the disk checked; if a backup holds more, restore it.`;
}

interface Last {
  readonly seq: number;
  readonly at: number | null;
}

const NOTHING: Last = { seq: 0, at: null };

const clockTime = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

const timeOf = ({ at }: Last): string => (at === null ? "" : `, of ${clockTime.format(at)}`);

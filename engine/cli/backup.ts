/** `lab backup`: a verified copy of a database, which may be in use. */

import { backUp, keepBackups } from "../index.ts";
import { dirname } from "node:path";
import { BadUse } from "./bad-use.ts";
import { inJson, type Outcome } from "./outcome.ts";

/** `keep`: how many backups of this database stay in the folder. Throws DatabaseRefused, BadUse. */
export async function backUpDatabase(
  database: string,
  to: string,
  keep: string | undefined,
  json: boolean,
): Promise<Outcome> {
  const count = keep === undefined ? undefined : Number(keep);
  if (count !== undefined && !(Number.isSafeInteger(count) && count >= 1)) {
    throw new BadUse("--keep is a number of backups, 1 or more.");
  }
  const backup = await backUp(database, to);
  const removed = count === undefined ? [] : keepBackups(dirname(backup.file), database, count);
  if (json) return { text: inJson({ ...backup, removed }) };
  const { file, bytes, events, jobs } = backup;
  const size = `${(bytes / 1e6).toFixed(1)} MB, ${String(events)} events, ${String(jobs)} jobs`;
  return {
    text: `${[`${file} (${size}) is written and verified.`, ...removed.map((old) => `Removed ${old}.`)].join("\n")}\n`,
  };
}

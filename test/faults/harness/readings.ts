/** All that a lab shows of its jobs, for comparison: what depends on when one looks is left out. */

import { Rejected, type JobList } from "../../../engine/index.ts";
import type { LabProcess } from "./lab-process.ts";

const PAGE = 100;
const WHEN = new Set(["eligibleAt", "deadline"]);

/** Everything shown, as text; or that the lab said it can't be read. */
export async function allReadings(
  lab: LabProcess,
): Promise<{ readonly shown: string } | { readonly told: string }> {
  try {
    const shown: unknown[] = [(await lab.look()).news.counts, await lab.read({ name: "quarantine" })];
    for (let after: JobList["next"] = null; ;) {
      const list: JobList = await lab.read({ name: "list", limit: PAGE, after });
      shown.push(list.jobs);
      for (const { id } of list.jobs) shown.push(await lab.read({ name: "page", id }));
      if (list.next === null) break;
      after = list.next;
    }
    return { shown: JSON.stringify(shown, (key, value: unknown) => (WHEN.has(key) ? null : value)) };
  } catch (error) {
    if (error instanceof Rejected) return { told: `${error.code}: ${error.message}` };
    throw error;
  }
}

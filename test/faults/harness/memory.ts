/** Compares what a lab's memory says with what its file holds. */

import Database from "better-sqlite3";
import type { Counts, Phase } from "../../../engine/index.ts";

const PHASE_OF: Readonly<Record<keyof Counts, Phase>> = {
  blocked: "open",
  held: "open",
  waiting: "open",
  ready: "open",
  claimed: "claimed",
  quarantined: "quarantined",
  completed: "completed",
  cancelled: "cancelled",
};

/** What differs, a sentence each. The lab must be at rest. */
export function memoryBesideFile(counts: Counts, file: string): string[] {
  const db = new Database(file, { readonly: true });
  const stored = new Map(
    db.prepare("SELECT phase, count(*) FROM job GROUP BY phase").raw().all() as [string, number][],
  );
  db.close();
  const inMemory = new Map<string, number>();
  for (const [state, count] of Object.entries(counts)) {
    const phase = PHASE_OF[state as keyof Counts];
    inMemory.set(phase, (inMemory.get(phase) ?? 0) + count);
  }
  return [...inMemory].flatMap(([phase, count]) => {
    const there = stored.get(phase) ?? 0;
    return there === count ? [] : [`memory has ${count} jobs that are ${phase}, the file ${there}`];
  });
}

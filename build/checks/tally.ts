/** How many checks of a step passed; a step that breaks before it can count has failed once. */
import { readFile } from "node:fs/promises";

export type Tally = { readonly passed: number; readonly failed: number; readonly skipped: number };

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 };
export const onePassed: Tally = { ...nothing, passed: 1 };
export const oneFailed: Tally = { ...nothing, failed: 1 };

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, tally) => ({
      passed: sum.passed + tally.passed,
      failed: sum.failed + tally.failed,
      skipped: sum.skipped + tally.skipped,
    }),
    nothing,
  );
}

/** The closing line of a run: read by people and by machines, so alone on its line and always in these words. */
export function wordTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

export async function countUnitTests(report: string): Promise<Tally> {
  const counts = await readReport<{
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
  }>(report);
  return {
    passed: counts.numPassedTests,
    failed: counts.numFailedTests,
    skipped: counts.numPendingTests + counts.numTodoTests,
  };
}

export async function countEndToEndTests(report: string): Promise<Tally> {
  const { stats } = await readReport<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  }>(report);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

async function readReport<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, "utf8")) as T;
}

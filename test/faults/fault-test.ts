/** The tests of a row: its short form holds, and each of its mutants is noticed. */

import { expect, test } from "vitest";
import type { Row } from "./row.ts";
import { verdictOf, verdictOnMutant } from "./verdict.ts";

/** A row that hangs is stuck: on a busy machine none takes a quarter of it. */
const PATIENCE = 240_000;

export function testFaults(row: Row): void {
  // Another one each time; told where something is found.
  const seed = Date.now() % 1_000_000;
  const skip = (context: { skip: (note: string) => never }): void => {
    const missing = row.missing?.();
    if (missing !== undefined) context.skip(missing);
  };

  // Side by side: they mostly wait, for disks, for new processes and for time to go by.
  const options = { timeout: PATIENCE };
  test.concurrent(`${row.rules} ${row.holds}`, options, async (context) => {
    skip(context);
    const { result } = await verdictOf(row, { size: "short", seed });
    expect(result.findings, `seed ${seed}`).toEqual([]);
  });

  test.concurrent.for(row.mutants)(
    "the row notices what breaks it: $breaks",
    { timeout: PATIENCE },
    async (patch, context) => {
      skip(context);
      const { outcome, brokeOff, result } = await verdictOnMutant(row, patch, { size: "short", seed });
      const told = `seed ${seed}: ${result.findings.join("; ")}`;
      expect({ outcome, brokeOff }, told).toEqual({ outcome: "FAILED", brokeOff: false });
    },
  );
}

/**
 * `npm run test:faults -- [NAME …] [--long] [--seed N] [--mutants]`: does to the engine what must not hurt it, and
 * prints what came of it. With --mutants, each row is run on engines that are broken on purpose as well: it must
 * notice.
 */

import { constants } from "node:os";
import { parseArgs } from "node:util";
import type { Row } from "./row.ts";
import { ROWS } from "./rows.ts";
import { verdictOf, verdictOnMutant, type Verdict } from "./verdict.ts";

const USAGE = `usage: npm run test:faults -- [${ROWS.map(({ name }) => name).join("] [")}] [--long] [--seed N] [--mutants]`;

class BadUse extends Error {}

async function main(args: readonly string[]): Promise<number> {
  const { rows, size, seed, withMutants } = readArguments(args);
  const counts = { PASSED: 0, FAILED: 0, SKIPPED: 0 };
  const choice = { size, seed, keep: true };
  for (const row of rows) {
    console.log(`\n${row.name}: ${row.holds}`);
    const start = performance.now();
    const verdict = await verdictOf(row, choice);
    counts[verdict.outcome] += 1;
    show(verdict, start);
    if (!withMutants || verdict.outcome === "SKIPPED") continue;
    for (const patch of row.mutants) {
      console.log(`  broken on purpose: ${patch.breaks}`);
      const begun = performance.now();
      const { result, brokeOff } = await verdictOnMutant(row, patch, { size: "short", seed });
      const [first] = result.findings;
      const isNoticed = first !== undefined && brokeOff !== true;
      counts[isNoticed ? "PASSED" : "FAILED"] += 1;
      console.log(
        `    ${isNoticed ? "noticed" : "NOT NOTICED"}: ${first ?? "it passed"} (${secondsSince(begun)} s)`,
      );
    }
  }
  const { PASSED, FAILED, SKIPPED } = counts;
  console.log(`\n${PASSED} passed, ${FAILED} failed, ${SKIPPED} skipped (seed ${seed})`);
  return FAILED > 0 || PASSED + SKIPPED === 0 ? 1 : 0;
}

function show({ outcome, result, missing, kept }: Verdict, start: number): void {
  for (const [what, figure] of Object.entries(result.figures)) {
    console.log(`  ${what}: ${typeof figure === "number" ? figure.toLocaleString("en") : figure}`);
  }
  for (const finding of result.findings) console.log(`  ! ${finding}`);
  if (kept !== undefined) console.log(`  its files are kept in ${kept}`);
  console.log(`  ${outcome}${missing === undefined ? "" : `: ${missing}`} (${secondsSince(start)} s)`);
}

const secondsSince = (start: number): string => ((performance.now() - start) / 1_000).toFixed(1);

function readArguments(args: readonly string[]) {
  const options = {
    long: { type: "boolean" },
    mutants: { type: "boolean" },
    seed: { type: "string" },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const seed = Number(values.seed ?? Date.now() % 1_000_000);
    if (!Number.isSafeInteger(seed)) throw new BadUse("the seed is a whole number");
    return {
      rows: positionals.length === 0 ? ROWS : positionals.map(rowNamed),
      size: values.long === true ? ("long" as const) : ("short" as const),
      seed,
      withMutants: values.mutants === true,
    };
  } catch (error) {
    throw new BadUse(error instanceof Error ? error.message : String(error));
  }
}

function rowNamed(name: string): Row {
  const row = ROWS.find((each) => each.name === name);
  if (row === undefined) throw new BadUse(`there is no row ${name}`);
  return row;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => process.exit(128 + constants.signals[signal]));
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof BadUse)) throw error;
  console.error(`${error.message}\n${USAGE}`);
  return 2;
});

/** Runs a row in a folder of its own, on the engine as it is or on one that is broken on purpose. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "../../build/setup/project.ts";
import { Copy } from "../mutants/copy.ts";
import type { Patch } from "../mutants/mutant.ts";
import { diceOf } from "../dice.ts";
import type { Result, Row, Size } from "./row.ts";

export interface Verdict {
  readonly outcome: "PASSED" | "FAILED" | "SKIPPED";
  readonly result: Result;
  /** It came to no end: what it says shows nothing. */
  readonly brokeOff?: boolean;
  /** Why it was skipped. */
  readonly missing?: string;
  /** What is left of a run that failed, to be looked at. */
  readonly kept?: string;
}

interface Choice {
  readonly size: Size;
  readonly seed: number;
  /** Of the project or a copy of it; the project if absent. */
  readonly root?: string;
  /** The files of a run that failed stay. */
  readonly keep?: boolean;
}

const NOTHING: Result = { figures: {}, findings: [] };

export async function verdictOf(row: Row, choice: Choice): Promise<Verdict> {
  const missing = row.missing?.();
  if (missing !== undefined) return { outcome: "SKIPPED", result: NOTHING, missing };
  const { size, seed, root = projectRoot, keep = false } = choice;
  const folder = await mkdtemp(path.join(tmpdir(), `lab-fault-${row.name}-`));
  let brokeOff = false;
  const result = await row.run({ root, folder, size, dice: diceOf(seed) }).catch((error: unknown): Result => {
    brokeOff = true;
    return { figures: {}, findings: [`the row broke off: ${wordError(error)}`] };
  });
  const outcome = result.findings.length === 0 ? "PASSED" : "FAILED";
  if (outcome === "FAILED" && keep) return { outcome, result, brokeOff, kept: folder };
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  return { outcome, result, brokeOff };
}

/** The same, on an engine that breaks a rule. */
export async function verdictOnMutant(row: Row, patch: Patch, choice: Choice): Promise<Verdict> {
  const copy = new Copy(["package.json", "engine", "test/faults", "test/mutants/mutant.ts"]);
  try {
    const mutant = { rule: row.rules, ...patch };
    return await copy.whileMutated(mutant, () => verdictOf(row, { ...choice, root: copy.folder }));
  } finally {
    copy.remove();
  }
}

const wordError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

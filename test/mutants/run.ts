/**
 * `npm run mutants [-- Q1 R2 …]`: breaks each rule of the engine, on a copy, and asks whether its tests notice. First
 * those that name the rule, then all of the engine's, then a short run of the model; for a mutant of the durable engine, its own. A mutant that none of them
 * kills is a test that is missing: it fails the run, as does a patch that doesn't apply any more.
 */

import { availableParallelism, constants } from "node:os";
import { Copy } from "./copy.ts";
import { loadMutants, type Mutant } from "./mutant.ts";
import { runTests, stopTests, type TestChoice } from "./test-run.ts";

const ENGINE = "test/engine";
/** The tests of the durable engine take long: of these only those that name the rule are asked. */
const DURABLE = "test/durable";
const MODEL: TestChoice = { files: ["test/model"], bail: true, env: { MODEL_RUNS: "30" } };

/** Sound tests of a copy that isn't broken take no longer than that, on any machine. */
const LONGEST_START = 120_000;

/** A mutant's tests may take this many times as long as those of the engine as it is. */
const SLOWDOWN = 6;

const MOST_COPIES = 4;

interface Verdict {
  readonly mutant: Mutant;
  readonly killers: readonly string[];
  readonly trouble: string | undefined;
}

const copies: Copy[] = [];
process.on("exit", () => {
  stopTests();
  for (const copy of copies) copy.remove();
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => process.exit(128 + constants.signals[signal]));
}

async function main(rules: readonly string[]): Promise<number> {
  const mutants = await loadMutants(rules);
  const start = performance.now();
  const first = newCopy();
  const patience = await patienceOn(first);
  if (patience === undefined) return 1;
  while (copies.length < Math.min(availableParallelism(), MOST_COPIES, mutants.length)) newCopy();
  const verdicts: Verdict[] = [];
  const left = mutants.values();
  await Promise.all(
    copies.map(async (copy) => {
      // The copies take from one list, each the next when it is done.
      for (const mutant of left) {
        const verdict = await judge(copy, mutant, patience);
        verdicts.push(verdict);
        console.log(wordVerdict(verdict));
      }
    }),
  );
  return summary(verdicts, (performance.now() - start) / 1000);
}

function newCopy(): Copy {
  const copy = new Copy();
  copies.push(copy);
  return copy;
}

/** How long to wait for the tests of a mutant; undefined if the tests fail without any: then nothing is told by them. */
async function patienceOn({ folder }: Copy): Promise<number | undefined> {
  const start = performance.now();
  for (const choice of [{ files: [ENGINE] }, MODEL]) {
    const { failed, passed, trouble } = await runTests(folder, choice, LONGEST_START);
    if (trouble === undefined && failed.length === 0 && passed > 0) continue;
    console.error(["The tests fail on the engine as it is:", ...failed, trouble ?? ""].join("\n"));
    return undefined;
  }
  return Math.ceil(SLOWDOWN * (performance.now() - start));
}

function judge(copy: Copy, mutant: Mutant, patience: number): Promise<Verdict> {
  const named = (folder: string): TestChoice => ({
    files: copy.testsNaming(mutant.rule, folder),
    named: `[${mutant.rule}]`,
  });
  const choices: readonly TestChoice[] = mutant.file.startsWith("engine/durable/")
    ? [{ ...named(DURABLE), bail: true }]
    : [named(ENGINE), { files: [ENGINE], bail: true }, MODEL];
  const task = async (): Promise<Verdict> => {
    for (const choice of choices) {
      if (choice.files.length === 0) continue;
      const { failed, trouble } = await runTests(copy.folder, choice, patience);
      if (trouble !== undefined || failed.length > 0) return { mutant, killers: failed, trouble };
    }
    return { mutant, killers: [], trouble: undefined };
  };
  return copy
    .whileMutated(mutant, task)
    .catch((error: unknown) => ({ mutant, killers: [], trouble: String(error) }));
}

const isNamed = ({ mutant, killers }: Verdict): boolean =>
  killers.some((name) => name.includes(`[${mutant.rule}]`));

const hasSurvived = ({ killers, trouble }: Verdict): boolean => trouble === undefined && killers.length === 0;

function wordVerdict(verdict: Verdict): string {
  const { mutant, killers, trouble } = verdict;
  const title = `${mutant.rule}  ${mutant.breaks}`;
  if (trouble !== undefined) return `BROKEN    ${title}\n${trouble}`;
  const [killer, ...others] = killers;
  if (killer === undefined) return `SURVIVED  ${title}\n            ${mutant.file}: ${mutant.replace}`;
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  return `killed    ${title}\n            by ${killer}${more}${isNamed(verdict) ? "" : ": NO TEST THAT NAMES THE RULE"}`;
}

function summary(verdicts: readonly Verdict[], seconds: number): number {
  const killed = verdicts.filter(({ killers }) => killers.length > 0);
  const survivors = verdicts.filter(hasSurvived);
  const broken = verdicts.filter(({ trouble }) => trouble !== undefined);
  for (const { mutant } of [...survivors, ...broken])
    console.log(`\n${mutant.rule}: ${mutant.breaks} (${mutant.file})`);
  console.log(
    `\n${verdicts.length} mutants: ${killed.length} killed, ${killed.filter(isNamed).length} of them by tests that name the ` +
      `rule; ${survivors.length} survived; ${broken.length} don't apply or don't load. ${seconds.toFixed(0)} s`,
  );
  return survivors.length + broken.length > 0 || verdicts.length === 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Command } from "../../engine/index.ts";
import { BruteForceLab } from "./brute-force-lab.ts";
import { operatorCalls, robotCalls } from "./calls.ts";
import { commandOf, histories, timeOf } from "./histories.ts";
import type { Outcome } from "./model-job.ts";
import { SideBySide } from "./side-by-side.ts";

/** `MODEL_RUNS=100000 npm run test:unit -- test/model` for the long form. */
const RUNS = Number(process.env["MODEL_RUNS"] ?? 2_000);

const SEED = 20_261_130;

test(
  "[T1] to [O7] random histories: the dispatcher gives what the rules, applied by brute force, give",
  { timeout: 3_600_000 },
  () => {
    const played = fc.property(histories(200), ({ steps, ...settings }) => {
      const both = new SideBySide(settings);
      for (const step of steps) both.call(commandOf(step, both.model), timeOf(step, both.model));
    });
    const { failed, counterexamplePath, errorInstance } = fc.check(played, { numRuns: RUNS, seed: SEED });
    // The counterexample itself is made of functions; the calls that it came to stand in the error.
    if (failed) throw new Error(`path ${String(counterexamplePath)}`, { cause: errorInstance });
  },
);

test("random histories reach every command, and a good share of the calls has something to do", () => {
  const shares = sharesDone(200);
  const operatorCommands = Object.keys(operatorCalls);
  const names = [
    ...Object.keys(robotCalls).filter((name) => name !== "preview"),
    ...operatorCommands.map((name) => `preview of ${name}`),
  ];
  expect(Object.keys(shares).sort()).toEqual([...names, ...operatorCommands].sort());
  expect(Object.entries(shares).filter(([, share]) => share < 0.25)).toEqual([]);
});

/** Of the calls of each kind whose arguments are good, how many are neither refused nor find nothing to do. */
function sharesDone(runs: number): Readonly<Record<string, number>> {
  const tally = new Map<string, { calls: number; done: number }>();
  for (const { steps, ...settings } of fc.sample(histories(200), { numRuns: runs, seed: SEED })) {
    const model = new BruteForceLab(settings);
    for (const step of steps) {
      const command = commandOf(step, model);
      const outcome = model.perform(command, timeOf(step, model));
      if (step.spoiling) continue;
      const name = command.name === "preview" ? `preview of ${command.command.name}` : command.name;
      const count = tally.get(name) ?? { calls: 0, done: 0 };
      tally.set(name, { calls: count.calls + 1, done: count.done + (isDone(command, outcome) ? 1 : 0) });
    }
  }
  return Object.fromEntries([...tally].map(([name, { calls, done }]) => [name, done / calls]));
}

function isDone(command: Command, outcome: Outcome): boolean {
  if ("error" in outcome) return false;
  if (command.name === "claim") return outcome.ok !== null;
  return command.name !== "redriveMany" || command.ids.length > 0;
}

/**
 * `npm test`: all steps, or those that are named (`npm test -- types unit`).
 * Goes on after a step that fails, and closes with how many passed and failed.
 */
import { steps } from "../checks/steps.ts";
import { addTallies, type Tally, wordTally } from "../checks/tally.ts";
import { runTask, SetUpFailure } from "../setup/set-up-failure.ts";

await runTask(async () => {
  const tallies: Tally[] = [];
  for (const step of chooseSteps(process.argv.slice(2))) {
    console.log(`\n── ${step.name} ──`);
    const start = performance.now();
    const tally = await step.run();
    tallies.push(tally);
    console.log(`${step.name}: ${wordTally(tally)} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
  const sum = addTallies(tallies);
  console.log(`\n${wordTally(sum)}`);
  return sum.failed > 0 || sum.passed === 0 ? 1 : 0;
});

function chooseSteps(names: readonly string[]) {
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown)
    throw new SetUpFailure(
      `There is no step ${unknown}: choose from ${steps.map(({ name }) => name).join(", ")}.`,
    );
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name));
}

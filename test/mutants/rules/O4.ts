import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "While jobs depend on it a cancellation is refused.",
    file: "engine/refusals.ts",
    find: "if (job.dependents !== undefined && !withDependents) {",
    replace: "if (job.dependents instanceof Set && !withDependents) {",
  },
  {
    breaks: "The flag allows it.",
    file: "engine/operator-commands.ts",
    find: "command.withDependents === true",
    replace: "command.withDependents === false",
  },
  {
    breaks: "A final job is refused.",
    file: "engine/refusals.ts",
    find: "unfinished(job);\n  if (job.dependents",
    replace: "if (job.dependents",
  },
  {
    breaks: "All dependents are cancelled, through others.",
    file: "engine/operator-commands.ts",
    find: "return cancelledWith(first).map((job) => ({",
    replace: "return cancelledWith(first).slice(0, 2).map((job) => ({",
  },
  {
    breaks: "Those in quarantine are cancelled, too.",
    file: "engine/quarantine.ts",
    find: "reachedFrom([first], () => true);",
    replace: "reachedFrom([first], (job) => !isQuarantined(job));",
  },
  {
    breaks: "The call gives the ids.",
    file: "engine/operator-commands.ts",
    find: ' || kind === "cancelled") ids.push',
    replace: ") ids.push",
  },
];

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "Open dependents go into quarantine, too.",
    file: "engine/quarantine.ts",
    find: "return stoppedWith(first).map(",
    replace: "return [first].map(",
  },
  {
    breaks: "Dependents of dependents go, too.",
    file: "engine/quarantine.ts",
    find: `  for (const job of reached) {
    for (const dependent of dependentsOf(job)) if`,
    replace: `  for (const job of firsts) {
    for (const dependent of dependentsOf(job)) if`,
  },
  {
    breaks: "The dependents of one job go in the order of their submission.",
    file: "engine/prerequisites.ts",
    find: "[...dependents].sort(bySubmission)",
    replace: "[...dependents]",
  },
  {
    breaks: "The order is breadth first.",
    file: "engine/quarantine.ts",
    find: "if (goesOn(dependent)) reached.add(dependent);",
    replace:
      "if (goesOn(dependent) && !reached.has(dependent)) for (const each of reachedFrom([dependent], goesOn)) reached.add(each);",
  },
  {
    breaks: "The root goes first.",
    file: "engine/quarantine.ts",
    find: "return stoppedWith(first).map(",
    replace: "return stoppedWith(first).reverse().map(",
  },
];

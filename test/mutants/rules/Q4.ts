import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A job that failed itself is a cause of its own quarantine.",
    file: "engine/quarantine.ts",
    find: "return [...reached].filter((at) => at.failedItself).sort(byQuarantineOrder);",
    replace: "return [...reached].filter((at) => at.failedItself && at !== job).sort(byQuarantineOrder);",
  },
  {
    breaks: "A root doesn't end the walk.",
    file: "engine/quarantine.ts",
    find: "for (const prerequisite of at.prerequisites) if (isQuarantined(prerequisite)) reached.add(prerequisite);",
    replace:
      "for (const prerequisite of at.failedItself ? [] : at.prerequisites) if (isQuarantined(prerequisite)) reached.add(prerequisite);",
  },
  {
    breaks: "The causes stand in quarantine order.",
    file: "engine/quarantine.ts",
    find: "return [...reached].filter((at) => at.failedItself).sort(byQuarantineOrder);",
    replace: "return [...reached].filter((at) => at.failedItself);",
  },
  {
    breaks: "Only roots are causes.",
    file: "engine/quarantine.ts",
    find: "return [...reached].filter((at) => at.failedItself).sort(byQuarantineOrder);",
    replace: "return [...reached].sort(byQuarantineOrder);",
  },
  {
    breaks: "Outside of quarantine there are no causes.",
    file: "engine/quarantine.ts",
    find: "if (!isQuarantined(job)) return [];",
    replace: "if (!isQuarantined(job)) return [job];",
  },
];

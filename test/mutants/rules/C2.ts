import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "All that a job requires must be offered.",
    file: "engine/line.ts",
    find: "terms.requires.every(",
    replace: "terms.requires.some(",
  },
  {
    breaks: "Without capabilities every job is considered.",
    file: "engine/line.ts",
    find: "capabilities === undefined || terms",
    replace: "capabilities !== undefined && terms",
  },
  {
    breaks: "An empty list is not none at all.",
    file: "engine/arguments.ts",
    find: "return isAbsent(names) ? undefined : new Set",
    replace: "return isAbsent(names) || (names as []).length === 0 ? undefined : new Set",
  },
  {
    breaks: "Jobs that require nothing are considered, too.",
    file: "engine/line.ts",
    find: "let first = this.#plain.first;",
    replace: "let first = capabilities ? undefined : this.#plain.first;",
  },
  {
    breaks: "A queue stays as long as there are jobs in it.",
    file: "engine/line.ts",
    find: "queue?.size === 0",
    replace: "queue?.size !== 0",
  },
  {
    breaks: "Equal sets are one, in whatever order they are given.",
    file: "engine/submission.ts",
    find: "const requires = skills.toSorted();",
    replace: "const requires = skills;",
  },
];

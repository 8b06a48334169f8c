import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A completion frees its dependents.",
    file: "engine/prerequisites.ts",
    find: "for (const dependent of dependents) dependent.unmet -= 1;",
    replace: "",
  },
  {
    breaks: "A job waits for all its prerequisites.",
    file: "engine/prerequisites.ts",
    find: "    job.unmet += 1;",
    replace: "    job.unmet = 1;",
  },
  {
    breaks: "A job is claimable the moment it is freed.",
    file: "engine/lab-state.ts",
    find: "for (const freed of satisfyDependents(job)) this.#enterLine(freed);",
    replace: "satisfyDependents(job);",
  },
];

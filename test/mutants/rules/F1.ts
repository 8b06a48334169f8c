import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A failure counts one.",
    file: "engine/evolve.ts",
    find: "job.failures += 1;",
    replace: "job.failures += 2;",
  },
  {
    breaks: "It counts for life, too.",
    file: "engine/evolve.ts",
    find: "job.lifetimeFailures += 1;",
    replace: "",
  },
  {
    breaks: "The failure that reaches the limit quarantines.",
    file: "engine/failure.ts",
    find: "if (failures >= (",
    replace: "if (failures > (",
  },
  {
    breaks: "The job waits out its backoff.",
    file: "engine/failure.ts",
    find: "eligibleAt: later(at, delay)",
    replace: "eligibleAt: at",
  },
];

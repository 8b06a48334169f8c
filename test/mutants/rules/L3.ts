import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "The backoff counts from the deadline.",
    file: "engine/dispatcher.ts",
    find: 'failureOf(job, "expired", deadline, this.inner, this.#policy)',
    replace: 'failureOf(job, "expired", now, this.inner, this.#policy)',
  },
  {
    breaks: "An expiry is told as of the deadline.",
    file: "engine/dispatcher.ts",
    find: 'deadline, "clock");',
    replace: 'now, "clock");',
  },
  {
    breaks: "An expiry is a failure.",
    file: "engine/evolve.ts",
    find: "job.failures += 1;",
    replace: 'if (change.kind === "failed") job.failures += 1;',
  },
];

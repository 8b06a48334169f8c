import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A token is never used twice.",
    file: "engine/dispatcher.ts",
    find: "const token = this.inner.lastToken + 1;",
    replace: "const token = job.token + 1;",
  },
  {
    breaks: "The attempt counts the claims.",
    file: "engine/evolve.ts",
    find: "job.attempts += 1;",
    replace: "job.attempts = 1;",
  },
  {
    breaks: "Another token than the current one is stale.",
    file: "engine/refusals.ts",
    find: "token !== undefined && token !== null && token !== job.token",
    replace: "token !== undefined && token !== null && token > job.token",
  },
  {
    breaks: "A call that shows no token is accepted.",
    file: "engine/refusals.ts",
    find: "token !== undefined && token !== null && token !== job.token",
    replace: "token !== job.token",
  },
  {
    breaks: "A job that isn't claimed is refused.",
    file: "engine/refusals.ts",
    find: 'if (job.phase !== "claimed") {',
    replace: 'if (job.phase === "open") {',
  },
  {
    breaks: "A job that isn't claimed is refused as that, not as stale.",
    file: "engine/refusals.ts",
    find: 'if (job.phase !== "claimed") {',
    replace: 'if (job.phase !== "claimed" && !token) {',
  },
];

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "The call gives the job and the others.",
    file: "engine/operator-commands.ts",
    find: 'kind === "released" || ',
    replace: "",
  },
  {
    breaks: "The others come in the order in which they were let go.",
    file: "engine/release.ts",
    find: "      for (const dependent of dependentsOf(job)) {",
    replace: "      for (const dependent of dependentsOf(job).toReversed()) {",
  },
  {
    breaks: "The order is that in which they were let go, not that of submission.",
    file: "engine/operator-commands.ts",
    find: "return freed.map(",
    replace: "return freed.toSorted((a, b) => a.job.key - b.job.key).map(",
  },
];

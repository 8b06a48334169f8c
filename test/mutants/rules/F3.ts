import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A retried job keeps its position.",
    file: "engine/failure.ts",
    find: 'policy.retryPosition === "tail" ?',
    replace: 'policy.retryPosition !== "tail" ?',
  },
  {
    breaks: "The original position is the default.",
    file: "engine/lab-options.ts",
    find: 'retryPosition: retryPosition ?? "original",',
    replace: 'retryPosition: retryPosition ?? "tail",',
  },
];

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "With the tail a retried job goes last.",
    file: "engine/failure.ts",
    find: 'policy.retryPosition === "tail" ?',
    replace: "policy.retryPosition === undefined ?",
  },
  {
    breaks: "An expiry puts it last, too.",
    file: "engine/failure.ts",
    find: 'policy.retryPosition === "tail" ?',
    replace: 'policy.retryPosition === "tail" && kind === "failed" ?',
  },
  {
    breaks: "What is submitted after it goes behind it.",
    file: "engine/lab-state.ts",
    find: "if (position > this.#lastPosition) this.#lastPosition = position;",
    replace: "",
  },
];

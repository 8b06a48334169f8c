import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "Room that is free again is used again.",
    file: "engine/run.ts",
    find: "let length = Math.max(SMALLEST, ring.length);",
    replace: "let length = 2 * Math.max(SMALLEST, ring.length);",
  },
  {
    breaks: "Gaps are closed again.",
    file: "engine/run.ts",
    find: "while (length < 2 * this.#size) length *= 2;",
    replace: "while (length < 2 * (to - from)) length *= 2;",
  },
];

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A pause pauses.",
    file: "engine/lab-state.ts",
    find: 'this.#paused = change.kind === "paused";',
    replace: 'this.#paused = change.kind === "resumed";',
  },
  {
    breaks: "It can be resumed.",
    file: "engine/operator-commands.ts",
    find: 'return lab.paused ? [{ kind: "resumed" }] : [];',
    replace: "return [];",
  },
  {
    breaks: "Repeats are fine.",
    file: "engine/operator-commands.ts",
    find: 'return lab.paused ? [] : [{ kind: "paused" }];',
    replace: 'return [{ kind: lab.paused ? "resumed" : "paused" }];',
  },
];

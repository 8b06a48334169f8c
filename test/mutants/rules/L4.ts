import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A lease of 0 is over at the same instant.",
    file: "engine/dispatcher.ts",
    find: "const deadline = lease === NEVER ? NEVER : later(now, lease);",
    replace: "const deadline = lease === NEVER ? NEVER : later(now, lease || 1);",
  },
  {
    breaks: "A lease of 0 is a lease.",
    file: "engine/dispatcher.ts",
    find: "checkLease(options?.lease) ?? this.#lease ?? NEVER",
    replace: "checkLease(options?.lease) || this.#lease || NEVER",
  },
];

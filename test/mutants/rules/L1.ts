import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "The deadline is now and the lease.",
    file: "engine/dispatcher.ts",
    find: "const deadline = lease === NEVER ? NEVER : later(now, lease);",
    replace: "const deadline = lease === NEVER ? NEVER : later(now, lease + 1);",
  },
  {
    breaks: "A claim may ask for another lease.",
    file: "engine/dispatcher.ts",
    find: "checkLease(options?.lease) ?? this.#lease ?? NEVER",
    replace: "this.#lease ?? NEVER",
  },
  {
    breaks: "The dispatcher's lease holds where a claim asks for none.",
    file: "engine/dispatcher.ts",
    find: "checkLease(options?.lease) ?? this.#lease ?? NEVER",
    replace: "checkLease(options?.lease) ?? NEVER",
  },
  {
    breaks: "By default there is no lease.",
    file: "engine/dispatcher.ts",
    find: "checkLease(options?.lease) ?? this.#lease ?? NEVER",
    replace: "checkLease(options?.lease) ?? this.#lease ?? 1_000",
  },
];

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "While it is paused claims give nothing.",
    file: "engine/dispatcher.ts",
    find: "if (this.inner.paused) return undefined;",
    replace: "",
  },
  {
    breaks: "Leases expire while it is paused.",
    file: "engine/dispatcher.ts",
    find: `    this.advance(now);
    if (this.inner.paused) return undefined;`,
    replace: `    if (this.inner.paused) return undefined;
    this.advance(now);`,
  },
  {
    breaks: "Running claims go on while it is paused.",
    file: "engine/dispatcher.ts",
    find: "    return claimed(existing(this.inner, id), token);",
    replace: `    if (this.inner.paused) refuse("NOT_CLAIMED", "paused");
    return claimed(existing(this.inner, id), token);`,
  },
];

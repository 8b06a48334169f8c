import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A failure's code is kept.",
    file: "engine/durable/circumstances.ts",
    find: 'told.kind === "failed" && command?.name === "reportFailure" ? command.code : null',
    replace: "null",
  },
  {
    breaks: "A failure's reason is kept.",
    file: "engine/durable/circumstances.ts",
    find: "reason: reason ?? null,",
    replace: "reason: null,",
  },
];

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "The first failure waits the backoff itself.",
    file: "engine/backoff.ts",
    find: "** (failures - 1)",
    replace: "** failures",
  },
  {
    breaks: "The growth is one power.",
    file: "engine/backoff.ts",
    find: "backoff * backoffFactor ** (failures - 1)",
    replace: "Array.from({ length: failures - 1 }).reduce((wait: number) => wait * backoffFactor, backoff)",
  },
  {
    breaks: "The growth is exponential.",
    file: "engine/backoff.ts",
    find: "backoffFactor ** (failures - 1)",
    replace: "(1 + (backoffFactor - 1) * (failures - 1))",
  },
  {
    breaks: "backoffMax caps it.",
    file: "engine/backoff.ts",
    find: "backoffMax ?? LONGEST_BACKOFF",
    replace: "LONGEST_BACKOFF",
  },
  {
    breaks: "Without backoffMax ten years cap it.",
    file: "engine/backoff.ts",
    find: "Math.min(grown, backoffMax ?? LONGEST_BACKOFF)",
    replace: "Math.min(grown, backoffMax ?? Infinity)",
  },
  {
    breaks: "A backoff of 0 gives 0.",
    file: "engine/backoff.ts",
    find: "if (backoff === 0) return 0;",
    replace: "",
  },
  {
    breaks: "Jitter shortens the wait.",
    file: "engine/backoff.ts",
    find: "capped * (1 - jitter * chance())",
    replace: "capped * (1 + jitter * chance())",
  },
  {
    breaks: "Jitter shortens what the cap has left.",
    file: "engine/backoff.ts",
    find: "Math.floor(capped * (1 - jitter * chance()))",
    replace: "Math.floor(Math.min(grown * (1 - jitter * chance()), capped))",
  },
  {
    breaks: "The wait is rounded down.",
    file: "engine/backoff.ts",
    find: "Math.floor(capped * (1 - jitter * chance()))",
    replace: "Math.ceil(capped * (1 - jitter * chance()))",
  },
  {
    breaks: "A broken power is rounded down.",
    file: "engine/backoff.ts",
    find: "jitter === 0 ? Math.floor(capped)",
    replace: "jitter === 0 ? Math.round(capped)",
  },
  {
    breaks: "Chance comes from the injected source.",
    file: "engine/lab-options.ts",
    find: "random: random ?? (() => 0),",
    replace: "random: () => 0,",
  },
];

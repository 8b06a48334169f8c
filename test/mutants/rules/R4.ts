import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "It is all or nothing.",
    file: "engine/operator-commands.ts",
    find: `  refuseStuck(stuck);
`,
    replace: `  if (freed.length === 0) refuseStuck(stuck);
`,
  },
  {
    breaks: "All ids are checked for being known first.",
    file: "engine/operator-commands.ts",
    find: "existing(lab, id, `ids[${String(index)}]`));",
    replace: "quarantined(existing(lab, id, `ids[${String(index)}]`)));",
  },
  {
    breaks: "All must be in quarantine.",
    file: "engine/operator-commands.ts",
    find: "new Set(jobs.map(quarantined))",
    replace: "new Set(jobs.filter(isQuarantined))",
  },
  {
    breaks: "The first in quarantine order goes first.",
    file: "engine/release.ts",
    find: "byQuarantineOrder(a.job, b.job) < 0",
    replace: "byQuarantineOrder(a.job, b.job) > 0",
  },
  {
    breaks: "The order is that of the quarantine, not of the submission.",
    file: "engine/release.ts",
    find: "byQuarantineOrder(a.job, b.job) < 0",
    replace: "a.job.key < b.job.key",
  },
  {
    breaks: "A root behind a root goes after it.",
    file: "engine/release.ts",
    find: "if (dependent.failedItself && this.isOpen(dependent)) this.#onOpenRoot(dependent);",
    replace: "",
  },
  {
    breaks: "Roots that aren't named stay.",
    file: "engine/release.ts",
    find: "if (named.has(job)) add(job);",
    replace: "add(job);",
  },
];

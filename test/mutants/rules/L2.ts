import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A heartbeat sets the deadline anew.",
    file: "engine/dispatcher.ts",
    find: 'if (deadline !== job.deadline) this.inner.apply({ kind: "extended", job, deadline }, now);',
    replace: "",
  },
  {
    breaks: "It takes the lease of that very claim.",
    file: "engine/dispatcher.ts",
    find: "const deadline = later(now, job.lease);",
    replace: "const deadline = later(now, this.#lease ?? job.lease);",
  },
  {
    breaks: "The new deadline counts from now, not from the old one.",
    file: "engine/dispatcher.ts",
    find: "const deadline = later(now, job.lease);",
    replace: "const deadline = later(job.deadline, job.lease);",
  },
  {
    breaks: "Without a lease it only checks.",
    file: "engine/dispatcher.ts",
    find: "if (job.lease === NEVER) return null;",
    replace: "",
  },
];

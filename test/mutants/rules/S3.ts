import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A completed prerequisite counts as satisfied.",
    file: "engine/prerequisites.ts",
    find: "if (isFinal(prerequisite)) continue;",
    replace: "",
  },
  {
    breaks: "A job that needs one in quarantine is quarantined at once.",
    file: "engine/dispatcher.ts",
    find: "job.stopped === 0) return;",
    replace: "job.stopped >= 0) return;",
  },
  {
    breaks: "It is quarantined as part of the cascade, not as a root.",
    file: "engine/dispatcher.ts",
    find: "this.inner.applyAll(quarantineOf(job, cause, this.inner.lastQuarantineOrder), this.clock);",
    replace:
      "this.inner.applyAll(quarantineOf(job, cause && undefined, this.inner.lastQuarantineOrder), this.clock);",
  },
];

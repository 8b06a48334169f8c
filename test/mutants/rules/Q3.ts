import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A quarantined job is not in the line.",
    file: "engine/lab-state.ts",
    find: 'if (job.phase === "open" && job.unmet === 0) this.line.enter(job, this.#clock);',
    replace:
      'if ((job.phase === "open" || job.phase === "quarantined") && job.unmet === 0) this.line.enter(job, this.#clock);',
  },
];

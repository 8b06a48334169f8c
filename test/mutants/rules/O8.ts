import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "An edit of a job that has changed since is refused.",
    file: "engine/operator-commands.ts",
    find: `  unchanged(job, command.revision);
`,
    replace: "",
  },
  {
    breaks: "Every change gives a new revision.",
    file: "engine/lab-state.ts",
    find: `    else this.#enterLine(job);
    job.revision += 1;
`,
    replace: `    else this.#enterLine(job);
`,
  },
  {
    breaks: "A preview gives the revision it saw.",
    file: "engine/preview.ts",
    find: "revision: job.revision,",
    replace: "revision: copy.revision + 1,",
  },
  {
    breaks: "An edit that shows the current revision is taken.",
    file: "engine/refusals.ts",
    find: "seen === undefined || seen === null || seen === job.revision",
    replace: "seen === undefined || seen === null || seen > job.revision",
  },
];

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A command is refused if a job that was seen has changed since.",
    file: "engine/operator-commands.ts",
    find: `  if (command.seen) refuseChanged(command.seen, lab);
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
    breaks: "A command that shows the current revisions is taken.",
    file: "engine/refusals.ts",
    find: "jobs.get(id)?.revision === revision ? [] : [id]",
    replace: "(jobs.get(id)?.revision ?? 0) < revision ? [] : [id]",
  },
  {
    breaks: "All that were seen count, not only the first.",
    file: "engine/refusals.ts",
    find: "Object.entries(seen).flatMap(",
    replace: "Object.entries(seen).slice(0, 1).flatMap(",
  },
  {
    breaks: "The revisions are checked to be revisions.",
    file: "engine/operator-commands.ts",
    find: "  checkSeen(command.seen);\n",
    replace: "",
  },
];

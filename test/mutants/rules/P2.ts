import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "An open job that needs one in quarantine is quarantined.",
    file: "engine/operator-commands.ts",
    find: 'if (job.phase === "open" && cause) return',
    replace: 'if (job.phase === "claimed" && cause) return',
  },
  {
    breaks: "It is quarantined with its cascade.",
    file: "engine/operator-commands.ts",
    find: "return [edit, ...quarantineOf(job, cause, lab.lastQuarantineOrder)];",
    replace: "return [edit, ...quarantineOf(job, cause, lab.lastQuarantineOrder).slice(0, 1)];",
  },
  {
    breaks: "It is no root.",
    file: "engine/operator-commands.ts",
    find: "return [edit, ...quarantineOf(job, cause, lab.lastQuarantineOrder)];",
    replace: "return [edit, ...quarantineOf(job, undefined, lab.lastQuarantineOrder)];",
  },
  {
    breaks: "A job of a cascade that needs none any more is let go.",
    file: "engine/operator-commands.ts",
    find: "const isFree = isQuarantined(job) &&",
    replace: 'const isFree = job.phase === "claimed" &&',
  },
  {
    breaks: "It is let go with its dependents.",
    file: "engine/operator-commands.ts",
    find: "...releaseOf([{ job, cause: job }, ...freedWith(job)])]",
    replace: "...releaseOf([{ job, cause: job }])]",
  },
  {
    breaks: "A root stays in quarantine.",
    file: "engine/operator-commands.ts",
    find: "&& !job.failedItself && !cause;",
    replace: "&& !cause;",
  },
  {
    breaks: "A job that has a quarantined prerequisite left stays.",
    file: "engine/operator-commands.ts",
    find: "&& !job.failedItself && !cause;",
    replace: "&& !job.failedItself;",
  },
];

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "Only a claim can be taken back.",
    file: "engine/operator-commands.ts",
    find: "const job = claimed(existing(lab, command.id), undefined);",
    replace: "const job = existing(lab, command.id);",
  },
  {
    breaks: "No failure is counted.",
    file: "engine/evolve.ts",
    find: `    case "takenBack":
      return`,
    replace: `    case "takenBack":
      job.failures += 1;
      return`,
  },
  {
    breaks: "The job is eligible now.",
    file: "engine/operator-commands.ts",
    find: '{ kind: "takenBack", job, eligibleAt: lab.clock }',
    replace: '{ kind: "takenBack", job, eligibleAt: lab.clock + job.backoff }',
  },
  {
    breaks: "The job is eligible now, not since before.",
    file: "engine/operator-commands.ts",
    find: '{ kind: "takenBack", job, eligibleAt: lab.clock }',
    replace: '{ kind: "takenBack", job, eligibleAt: job.eligibleAt }',
  },
];

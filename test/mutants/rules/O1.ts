import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A claimed job is refused.",
    file: "engine/operator-commands.ts",
    find: `    case "setPriority": {
      const job = editable(`,
    replace: `    case "setPriority": {
      const job = unfinished(`,
  },
  {
    breaks: "A final job can't be held.",
    file: "engine/operator-commands.ts",
    find: `    case "hold": {
      const job = editable(existing(lab, command.id));`,
    replace: `    case "hold": {
      const job = existing(lab, command.id);`,
  },
  {
    breaks: "A claimed job can't be let go.",
    file: "engine/operator-commands.ts",
    find: `    case "unhold": {
      const job = editable(`,
    replace: `    case "unhold": {
      const job = unfinished(`,
  },
  {
    breaks: "Repeats are fine and change nothing.",
    file: "engine/operator-commands.ts",
    find: 'return job.hold ? [] : [{ kind: "held", job, hold }];',
    replace: 'return [{ kind: "held", job, hold }];',
  },
  {
    breaks: "A held job isn't handed out.",
    file: "engine/line.ts",
    find: `if (job.hold !== undefined) this.held.add(job);
    else if`,
    replace: "if",
  },
  {
    breaks: "A job that is let go is handed out.",
    file: "engine/evolve.ts",
    find: `    case "unheld":
      job.hold = undefined;`,
    replace: '    case "unheld":',
  },
  {
    breaks: "The hold outlasts the redrive.",
    file: "engine/evolve.ts",
    find: `      job.failures = 0;
`,
    replace: `      job.failures = 0;
      job.hold = undefined;
`,
  },
  {
    breaks: "The priority changes.",
    file: "engine/evolve.ts",
    find: `      job.priority = change.priority;
`,
    replace: "",
  },
];

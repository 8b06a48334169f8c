import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A final job is refused.",
    file: "engine/operator-commands.ts",
    find: `    case "completeByHand": {
      const job = unfinished(existing(lab, command.id));`,
    replace: `    case "completeByHand": {
      const job = existing(lab, command.id);`,
  },
  {
    breaks: "A claimed job can be done by hand.",
    file: "engine/operator-commands.ts",
    find: `    case "completeByHand": {
      const job = unfinished(`,
    replace: `    case "completeByHand": {
      const job = editable(`,
  },
  {
    breaks: "Dependents in quarantine are let go.",
    file: "engine/operator-commands.ts",
    find: "...releaseOf(isQuarantined(job) ? freedWith(job) : [])",
    replace: "",
  },
  {
    breaks: "It is marked as done by hand.",
    file: "engine/evolve.ts",
    find: `      job.byHand = true;
`,
    replace: "",
  },
  {
    breaks: "A robot's completion isn't marked.",
    file: "engine/evolve.ts",
    find: `    case "completed":
      return`,
    replace: `    case "completed":
      job.byHand = true;
      return`,
  },
  {
    breaks: "The claim is over with its lease.",
    file: "engine/evolve.ts",
    find: `    job.lease = NEVER;
`,
    replace: "",
  },
];

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "The position is given at submission.",
    file: "engine/admission.ts",
    find: "lastPosition + index + 1];",
    replace: "-lastPosition - index - 1];",
  },
  {
    breaks: "The position is kept when a claim is taken back.",
    file: "engine/evolve.ts",
    find: `    case "takenBack":
      return`,
    replace: `    case "takenBack":
      job.position += 1.5;
      return`,
  },
  {
    breaks: "The position is kept through a redrive.",
    file: "engine/evolve.ts",
    find: `    case "redriven":
`,
    replace: `    case "redriven":
      job.position += 1.5;
`,
  },
];

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "Its dependents are let go.",
    file: "engine/release.ts",
    find: "          join(dependent);",
    replace: "          void dependent;",
  },
  {
    breaks: "A dependent that is a root stays.",
    file: "engine/release.ts",
    find: `          !dependent.failedItself &&
`,
    replace: "",
  },
  {
    breaks: "What another root holds stays.",
    file: "engine/release.ts",
    find: `          !this.isFreed(dependent) &&
          this.isOpen(dependent)`,
    replace: "          !this.isFreed(dependent)",
  },
  {
    breaks: "Those that go along keep their failure count.",
    file: "engine/evolve.ts",
    find: `    case "released":
`,
    replace: `    case "released":
      job.failures = 0;
`,
  },
  {
    breaks: "Those that go along keep their eligible time.",
    file: "engine/evolve.ts",
    find: "return reopen(job, job.eligibleAt);",
    replace: "return reopen(job, 0);",
  },
  {
    breaks: "What was let go is free of what held it.",
    file: "engine/quarantine.ts",
    find: `    countStopped(job, -1);
`,
    replace: "",
  },
];

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "While a prerequisite is in quarantine it is refused.",
    file: "engine/refusals.ts",
    find: "const [first] = stuck;",
    replace: "const [first] = stuck.slice(1);",
  },
  {
    breaks: "What isn't in quarantine is refused.",
    file: "engine/operator-commands.ts",
    find: "redrivable(existing(lab, command.id))",
    replace: "existing(lab, command.id)",
  },
  {
    breaks: "The refusal names the roots.",
    file: "engine/refusals.ts",
    find: "const causes = idsOf(causesOf(first)).filter((cause) => cause !== first.id);",
    replace: "const causes = idsOf(first.prerequisites).filter((cause) => cause !== first.id);",
  },
  {
    breaks: "The failure count is 0 again.",
    file: "engine/evolve.ts",
    find: `      job.failures = 0;
`,
    replace: "",
  },
  {
    breaks: "The lifetime failure count stays.",
    file: "engine/evolve.ts",
    find: `      job.failures = 0;
`,
    replace: `      job.failures = job.lifetimeFailures = 0;
`,
  },
  {
    breaks: "The job is eligible now.",
    file: "engine/operator-commands.ts",
    find: '{ kind: "redriven", job, eligibleAt: lab.clock }',
    replace: '{ kind: "redriven", job, eligibleAt: job.eligibleAt }',
  },
  {
    breaks: "It is no root any more.",
    file: "engine/evolve.ts",
    find: `    job.failedItself = false;
`,
    replace: "",
  },
];

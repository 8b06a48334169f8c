import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A claimed job is refused.",
    file: "engine/refusals.ts",
    find: 'if (job.phase === "claimed") {',
    replace: 'if (job.phase === "cancelled") {',
  },
  {
    breaks: "A final job is refused.",
    file: "engine/refusals.ts",
    find: "if (isFinal(job)) {",
    replace: 'if (job.phase === "cancelled") {',
  },
  {
    breaks: "A cycle is refused.",
    file: "engine/operator-commands.ts",
    find: 'refuseCycle(makeRoom(job, prerequisites), "after");',
    replace: "makeRoom(job, prerequisites);",
  },
  {
    breaks: "A job can't need itself.",
    file: "engine/topological-order.ts",
    find: "if (prerequisites.includes(job)) return [job, job];",
    replace: "",
  },
  {
    breaks: "The path of the cycle is named, each needed by the next.",
    file: "engine/topological-order.ts",
    find: "return [...path, start].reverse();",
    replace: "return [...path, start];",
  },
  {
    breaks: "A cancelled prerequisite is refused.",
    file: "engine/operator-commands.ts",
    find: `  refuseCancelled(prerequisites, "after");
`,
    replace: "",
  },
  {
    breaks: "What is final leaves the order with its edges.",
    file: "engine/evolve.ts",
    find: `  job.prerequisites = NO_JOBS;
`,
    replace: "",
  },
  {
    breaks: "Prerequisites are looked up before cycles are.",
    file: "engine/operator-commands.ts",
    find: "const prerequisites = prerequisitesOf(",
    replace: `refuseCycle(makeRoom(job, (command.after ?? []).flatMap((id) => lab.jobs.get(id) ?? [])), "after");
  const prerequisites = prerequisitesOf(`,
  },
];

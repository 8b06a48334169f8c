import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "The highest priority goes first.",
    file: "engine/line.ts",
    find: "a.priority > b.priority ||",
    replace: "a.priority < b.priority ||",
  },
  {
    breaks: "Of one priority the earliest position goes first.",
    file: "engine/line.ts",
    find: "(a.priority === b.priority && a.position < b.position)",
    replace: "(a.priority === b.priority && a.position > b.position)",
  },
  {
    breaks: "Jobs that require something are in the same order as those that don't.",
    file: "engine/line.ts",
    find: "(first !== undefined && byTurn(first, candidate))",
    replace: "first !== undefined",
  },
  {
    breaks: "The job is marked as claimed.",
    file: "engine/evolve.ts",
    find: `      job.phase = "claimed";
`,
    replace: "",
  },
  {
    breaks: "A job that waits is not handed out.",
    file: "engine/line.ts",
    find: "else if (job.eligibleAt > clock) this.waiting.add(job);",
    replace: "",
  },
  {
    breaks: "A queue gives the first of what came in order and of what didn't.",
    file: "engine/queue.ts",
    find: "return this.goesBefore(inHeap, inRun) ? inHeap : inRun;",
    replace: "return inRun;",
  },
];

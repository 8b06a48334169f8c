import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "Prerequisites may name jobs of the same call in any order.",
    file: "engine/dispatcher.ts",
    find: "draftOf.get(id) ?? jobs.get(id)",
    replace: "jobs.get(id)",
  },
  {
    breaks: "A cycle is refused.",
    file: "engine/dispatcher.ts",
    find: 'if ("cycle" in sorted) return refuseCycle(sorted.cycle, "jobs");',
    replace: 'if ("cycle" in sorted) return;',
  },
  {
    breaks: "The path of the cycle is named, each needed by the next.",
    file: "engine/topological-order.ts",
    find: "[...path.slice(seen.get(at)), at].reverse();",
    replace: "[...path.slice(seen.get(at)), at];",
  },
  {
    breaks: "The path of the cycle holds the cycle only.",
    file: "engine/topological-order.ts",
    find: "[...path.slice(seen.get(at)), at].reverse();",
    replace: "[...path, at].reverse();",
  },
  {
    breaks: "An id given twice is a duplicate.",
    file: "engine/refusals.ts",
    find: "if (seen.has(id)) {",
    replace: "if (seen.has(id) && jobs.get(id)) {",
  },
  {
    breaks: "Each check goes over the whole list before the next: ids, then prerequisites.",
    file: "engine/dispatcher.ts",
    find: `    refuseDuplicates(submissions, jobs);
`,
    replace: "",
  },
  {
    breaks: "Positions follow the order of the list.",
    file: "engine/dispatcher.ts",
    find: "for (const [index, job] of sorted.order.entries()) job.rank = jobs.size + index + 1;",
    replace:
      "for (const [index, job] of sorted.order.entries()) job.position = job.rank = jobs.size + index + 1;",
  },
  {
    breaks: "Jobs that need one in quarantine join it in the order of the list.",
    file: "engine/dispatcher.ts",
    find: "for (const job of drafts) this.#settle(job);",
    replace: "for (const job of drafts.toReversed()) this.#settle(job);",
  },
  {
    breaks: "Each goes into quarantine with its cascade.",
    file: "engine/dispatcher.ts",
    find: "this.inner.applyAll(quarantineOf(job, cause, this.inner.lastQuarantineOrder), this.clock);",
    replace:
      "this.inner.applyAll(quarantineOf(job, cause, this.inner.lastQuarantineOrder).slice(0, 1), this.clock);",
  },
];

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "Prerequisites may name jobs of the same call in any order.",
    file: "engine/admission.ts",
    find: "draftOf.get(id) ?? lab.get(id)",
    replace: "lab.get(id)",
  },
  {
    breaks: "A cycle is refused.",
    file: "engine/admission.ts",
    find: `  refuseCycle("cycle" in sorted ? sorted.cycle : undefined, "jobs");
`,
    replace: "",
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
    file: "engine/admission.ts",
    find: `  refuseDuplicates(submissions, lab);
`,
    replace: "",
  },
  {
    breaks: "Positions follow the order of the list.",
    file: "engine/admission.ts",
    find: "for (const [index, job] of order.entries()) job.rank = lab.lastKey + index + 1;",
    replace: "for (const [index, job] of order.entries()) job.position = job.rank = lab.lastKey + index + 1;",
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

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "What is final has left the order: an edge into it costs no search.",
    file: "engine/topological-order.ts",
    find: "needed.rank > job.rank && !isFinal(needed)",
    replace: "needed.rank > job.rank",
  },
  {
    breaks: "An edge that agrees with the order costs no search.",
    file: "engine/topological-order.ts",
    find: "if (late.length === 0) return undefined;",
    replace: "if (late.length === 0) late.push(...prerequisites.filter((needed) => !isFinal(needed)));",
  },
  {
    breaks: "The search forward ends at the later rank.",
    file: "engine/topological-order.ts",
    find: "if (dependent.rank <= highest && !reached",
    replace: "if (!reached",
  },
  {
    breaks: "The search back ends at the earlier rank.",
    file: "engine/topological-order.ts",
    find: "if (needed.rank > lowest && !isFinal(needed)) reached",
    replace: "if (!isFinal(needed)) reached",
  },
  {
    breaks: "The order is kept when an edge breaks it.",
    file: "engine/topological-order.ts",
    find: "  reorder(byRank(",
    replace: "  if (late.length > 9) reorder(byRank(",
  },
  {
    breaks: "What is moved keeps its order among itself.",
    file: "engine/topological-order.ts",
    find: "sort((a, b) => a.rank - b.rank);",
    replace: "sort((a, b) => b.rank - a.rank);",
  },
  {
    breaks: "A bulk submission is ranked topologically.",
    file: "engine/admission.ts",
    find: "for (const [index, job] of order.entries()) job.rank",
    replace: "for (const [index, job] of drafts.entries()) job.rank",
  },
  {
    breaks: "A bulk submission is ranked behind what was there.",
    file: "engine/admission.ts",
    find: "job.rank = lab.lastKey + index + 1;",
    replace: "job.rank = index - order.length;",
  },
];

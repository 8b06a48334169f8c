import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "The next event is the earlier of the next eligible time and the next deadline.",
    file: "engine/dispatcher.ts",
    find: "return Math.min(eligible, deadline);",
    replace: "return Math.max(eligible, deadline);",
  },
  {
    breaks: "A deadline is an event, too.",
    file: "engine/dispatcher.ts",
    find: "return eligible ?? deadline;",
    replace: "return eligible;",
  },
  {
    breaks: "An eligible time is an event, too.",
    file: "engine/dispatcher.ts",
    find: "return eligible ?? deadline;",
    replace: "return deadline;",
  },
];

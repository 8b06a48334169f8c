import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "The next event is the earlier of the next eligible time and the next deadline.",
    file: "engine/dispatcher.ts",
    find: "Math.min(one, other)",
    replace: "Math.max(one, other)",
  },
  {
    breaks: "A deadline is an event, too.",
    file: "engine/dispatcher.ts",
    find: "earliest(line.waiting.first?.eligibleAt, leases.nextDeadline)",
    replace: "line.waiting.first?.eligibleAt",
  },
  {
    breaks: "An eligible time is an event, too.",
    file: "engine/dispatcher.ts",
    find: "earliest(line.waiting.first?.eligibleAt, leases.nextDeadline)",
    replace: "leases.nextDeadline",
  },
];

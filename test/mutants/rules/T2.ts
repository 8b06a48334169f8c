import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "Leases expire before the call itself.",
    file: "engine/dispatcher.ts",
    find: "for (let job = this.inner.leases.dueAt(now); job; job",
    replace: "for (let job = this.inner.leases.dueAt(now - 1); job; job",
  },
  {
    breaks: "The earliest deadline expires first.",
    file: "engine/leases.ts",
    find: "a.deadline < b.deadline ||",
    replace: "a.deadline > b.deadline ||",
  },
  {
    breaks: "Equal deadlines expire in the order of the claims.",
    file: "engine/leases.ts",
    find: "a.token < b.token",
    replace: "a.token > b.token",
  },
  {
    breaks: "Equal deadlines don't go by the place in the line.",
    file: "engine/leases.ts",
    find: "a.token < b.token",
    replace: "a.position < b.position",
  },
  {
    breaks: "A deadline that is now is over.",
    file: "engine/leases.ts",
    find: "first.deadline <= now",
    replace: "first.deadline < now",
  },
  {
    breaks: "Every lease that is over expires, not only one.",
    file: "engine/dispatcher.ts",
    find: "job; job = this.inner.leases.dueAt(now)) {",
    replace: "job; job = undefined) {",
  },
  {
    breaks: "Each job is ready at its own time.",
    file: "engine/line.ts",
    find: "a.eligibleAt < b.eligibleAt ||",
    replace: "a.eligibleAt > b.eligibleAt ||",
  },
  {
    breaks: "A job that is eligible now is ready.",
    file: "engine/line.ts",
    find: "job && job.eligibleAt <= clock;",
    replace: "job && job.eligibleAt < clock;",
  },
];

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A refused call has moved the clock.",
    file: "engine/dispatcher.ts",
    find: `    checkToken(token);
    this.advance(now);
    return claimed(existing(this.inner, id), token);`,
    replace: `    checkToken(token);
    const job = claimed(existing(this.inner, id), token);
    this.advance(now);
    return claimed(job, token);`,
  },
  {
    breaks: "A refused call has changed nothing else.",
    file: "engine/dispatcher.ts",
    find: "    return claimed(existing(this.inner, id), token);",
    replace: `    const job = existing(this.inner, id);
    if (job.phase === "open") job.attempts += 1;
    return claimed(job, token);`,
  },
  {
    breaks: "causes() leaves the leases alone.",
    file: "engine/dispatcher.ts",
    find: "    return idsOf(causesOf(existing(this.inner, id)));",
    replace: `    this.advance(this.clock);
    return idsOf(causesOf(existing(this.inner, id)));`,
  },
  {
    breaks: "quarantined() leaves the leases alone.",
    file: "engine/dispatcher.ts",
    find: "    return idsOf(this.inner.quarantine);",
    replace: `    this.advance(this.clock);
    return idsOf(this.inner.quarantine);`,
  },
];

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "The order is that of entering, not of submission.",
    file: "engine/dispatcher.ts",
    find: "return idsOf(this.inner.quarantine);",
    replace: "return idsOf([...this.inner.quarantine].sort((a, b) => a.key - b.key));",
  },
  {
    breaks: "Who left and came again stands at the end.",
    file: "engine/quarantine.ts",
    find: `    this.#jobs.push(job);
    countStopped(job, 1);`,
    // Its place from before is kept for it: at the front.
    replace: `    const others = job.lifetimeFailures > job.failures ? [...this.#jobs] : [];
    for (const other of others) this.#jobs.remove(other);
    this.#jobs.push(job);
    for (const other of others) this.#jobs.push(other);
    countStopped(job, 1);`,
  },
  {
    breaks: "Who left isn't among them.",
    file: "engine/quarantine.ts",
    find: `    this.#jobs.remove(job);
`,
    replace: "",
  },
];

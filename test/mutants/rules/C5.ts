import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "There is one queue for each distinct set of requirements.",
    file: "engine/submission.ts",
    find: "JSON.stringify([requires, station]) }",
    replace: "JSON.stringify([requires, station]) + Math.random() }",
  },
  {
    breaks: "An empty queue doesn't stay.",
    file: "engine/line.ts",
    find: "this.#skilled.delete(skills);",
    replace: "{}",
  },
  {
    breaks: "What isn't ready stands in no queue that a claim looks at.",
    file: "engine/line.ts",
    find: "if (job.hold !== undefined) this.held.add(job);",
    replace: "if (job.hold !== undefined) { this.held.add(job); this.#enterReady(job); }",
  },
  {
    breaks: "A job that goes rises past log n others only.",
    file: "engine/heap.ts",
    find: "const parentSlot = (slot - 1) >> 1;",
    replace: "const parentSlot = slot - 1;",
  },
  {
    breaks: "What comes in order costs no heap.",
    file: "engine/queue.ts",
    find: "if (last === undefined || this.goesBefore(last, job)) this.#run.push(job);",
    replace: "if (last === undefined) this.#run.push(job);",
  },
];

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "There is no backoff.",
    file: "engine/work-queue.ts",
    find: "this.#lab.submit(id, 0, now,",
    replace: "this.#lab.submit(id, 1, now,",
  },
  {
    breaks: "Every reservation has a lease.",
    file: "engine/work-queue.ts",
    find: `      lease: leaseSeconds,
`,
    replace: "",
  },
  {
    breaks: "A failed task goes to the end of the line.",
    file: "engine/work-queue.ts",
    find: 'retryPosition: "tail",',
    replace: 'retryPosition: "original",',
  },
  {
    breaks: "A task dies with its last attempt.",
    file: "engine/work-queue.ts",
    find: "maxFailures: maxAttempts,",
    replace: "maxFailures: maxAttempts + 1,",
  },
  {
    breaks: "Refusals are return values.",
    file: "engine/work-queue.ts",
    find: "!(error instanceof Rejected) || THROWN.has(error.code)",
    replace: "true",
  },
  {
    breaks: "Bad arguments and a time that goes back are thrown.",
    file: "engine/work-queue.ts",
    find: 'new Set(["INVALID_ARGUMENT", "TIME_WENT_BACK"])',
    replace: 'new Set(["INVALID_ARGUMENT"])',
  },
  {
    breaks: "Bad arguments are thrown.",
    file: "engine/work-queue.ts",
    find: 'new Set(["INVALID_ARGUMENT", "TIME_WENT_BACK"])',
    replace: 'new Set(["TIME_WENT_BACK"])',
  },
  {
    breaks: "A reserved task is RESERVED.",
    file: "engine/work-queue.ts",
    find: 'claimed: "RESERVED",',
    replace: 'claimed: "AVAILABLE",',
  },
  {
    breaks: "A dead task is DEAD.",
    file: "engine/work-queue.ts",
    find: 'quarantined: "DEAD",',
    replace: 'quarantined: "COMPLETED",',
  },
];

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A lease id that was given is asked for.",
    file: "engine/work-queue.ts",
    find: "lease ?? (this.#fenced.has(id) ? 0 : undefined)",
    replace: "lease ?? undefined",
  },
  {
    breaks: "It is asked for only where it was given.",
    file: "engine/work-queue.ts",
    find: "lease ?? (this.#fenced.has(id) ? 0 : undefined)",
    replace: "lease ?? 0",
  },
  {
    breaks: "It is asked for as long as the reservation lasts.",
    file: "engine/work-queue.ts",
    find: 'if ("job" in change && change.kind !== "extended")',
    replace: 'if ("job" in change)',
  },
  {
    breaks: "The next reservation needs none of its own.",
    file: "engine/work-queue.ts",
    find: "this.#fenced.delete(change.job.id);",
    replace: "{}",
  },
  {
    breaks: "A task can have a run time.",
    file: "engine/work-queue.ts",
    find: "{ notBefore: runAt }",
    replace: "{ notBefore: runAt && null }",
  },
  {
    breaks: "A dead task can be redriven.",
    file: "engine/work-queue.ts",
    find: "return accepted(() => this.#lab.redrive(id, now));",
    replace: "return accepted(() => this.#lab.unhold(id, now));",
  },
  {
    breaks: "The dead tasks are listed.",
    file: "engine/work-queue.ts",
    find: "return this.#lab.quarantined();",
    replace: "return [];",
  },
];

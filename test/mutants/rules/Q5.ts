import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A late completion is kept as an event.",
    file: "engine/durable/lab-book.ts",
    find: 'this.#write({ kind: "late", job, token: command.token }, clock, undefined);',
    replace: "",
  },
  {
    breaks: "It is kept with its result.",
    file: "engine/durable/circumstances.ts",
    find: '(told.kind === "completed" || told.kind === "late")',
    replace: 'told.kind === "completed"',
  },
  {
    breaks: "It holds the job.",
    file: "engine/durable/lab-book.ts",
    find: 'this.#dispatcher.operate({ name: "hold", id: job.id }, clock, { reason });',
    replace: "",
  },
  {
    breaks: "Only the latest token holds it.",
    file: "engine/durable/late.ts",
    find: "token === job.token && ",
    replace: "",
  },
  {
    breaks: "Only the station that held it holds it.",
    file: "engine/durable/late.ts",
    find: " && holder === actor",
    replace: "",
  },
  {
    breaks: "What is final is left alone.",
    file: "engine/durable/late.ts",
    find: "isFinal(job) || ",
    replace: "",
  },
  {
    breaks: "It can be turned off.",
    file: "engine/durable/lab-book.ts",
    find: "this.#journal.settings.holdLate ? this.#journal.holderOf(job) : undefined",
    replace: "this.#journal.holderOf(job)",
  },
  {
    breaks: "It is off in a replay.",
    file: "engine/durable/lab.ts",
    find: "holdLate: holdLate ?? !replay",
    replace: "holdLate: holdLate ?? true",
  },
];

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "An id has at most 200 characters.",
    file: "engine/arguments.ts",
    find: "const LONGEST_ID = 200;",
    replace: "const LONGEST_ID = 201;",
  },
  {
    breaks: "An id of 200 characters is taken, each counted once.",
    file: "engine/arguments.ts",
    find: "text.length <= LONGEST_ID ? text.length : Array.from(text).length",
    replace: "text.length",
  },
  {
    breaks: "An id is not empty.",
    file: "engine/arguments.ts",
    find: 'typeof id !== "string" || id === ""',
    replace: 'typeof id !== "string"',
  },
  {
    breaks: "An id is whole Unicode.",
    file: "engine/arguments.ts",
    find: "if (!id.isWellFormed()) invalid",
    replace: 'if (id === "") invalid',
  },
  {
    breaks: "A backoff is at most ten years.",
    file: "engine/arguments.ts",
    find: "315_360_000_000",
    replace: "315_360_000_001",
  },
  {
    breaks: "Ids are unique for ever.",
    file: "engine/admission.ts",
    find: 'refuseUsed(submission.id, lab, "id");',
    replace: 'if (lab.get(submission.id)?.phase === "open") refuseUsed(submission.id, lab, "id");',
  },
  {
    breaks: "All prerequisites are looked up before a cancelled one is refused.",
    file: "engine/refusals.ts",
    find: `      jobs.get(id) ??
      refuse(`,
    replace: `      (jobs.get(id)?.phase === "cancelled" ? refuse("PREREQUISITE_CANCELLED", id) : jobs.get(id)) ??
      refuse(`,
  },
  {
    breaks: "A cancelled prerequisite is refused.",
    file: "engine/refusals.ts",
    find: 'if (phase !== "cancelled") continue;',
    replace: 'if (id !== "") continue;',
  },
  {
    breaks: "Repeats among the prerequisites count once.",
    file: "engine/arguments.ts",
    find: "return list.length < 2 ? list : [...new Set(list)];",
    replace: "return list;",
  },
  {
    breaks: "Two ids are two, though they share a hash.",
    file: "engine/job-table.ts",
    find: "if (job.id === id) return job;",
    replace: "return job;",
  },
  {
    breaks: "An id that finds its place taken gets the next.",
    file: "engine/job-table.ts",
    find: "while (this.#places[2 * at + 1] !== 0) at = (at + 1) & this.#mask;",
    replace: "if (this.#places[2 * at + 1] !== 0) at = (at + 1) & this.#mask;",
  },
  {
    breaks: "An id whose place another holds is looked for behind it.",
    file: "engine/job-table.ts",
    find: "if (places[2 * at] !== hash) continue;",
    replace: "if (places[2 * at] !== hash) return undefined;",
  },
  {
    breaks: "No id is lost when the table grows.",
    file: "engine/job-table.ts",
    find: "for (let at = 0; at < old.length; at += 2) {",
    replace: "for (let at = 2; at < old.length; at += 2) {",
  },
  {
    breaks: "The hash of the id before is not taken for that of this one.",
    file: "engine/job-table.ts",
    find: "if (id !== this.#lastId)",
    replace: "if (id.slice(1) !== this.#lastId.slice(1))",
  },
];

import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A hash covers the one before.",
    file: "engine/durable/sqlite/event-row.ts",
    find: 'before.toString("latin1") + JSON.stringify(values)',
    replace: "JSON.stringify(values)",
  },
  {
    breaks: "The chain goes on within a batch.",
    file: "engine/durable/sqlite/journal.ts",
    find: `    this.#lastHash = hash;
`,
    replace: "",
  },
  {
    breaks: "The chain goes on after a new start and after a batch that was undone.",
    file: "engine/durable/sqlite/journal.ts",
    find: "this.#lastHash = last?.hash ?? NO_HASH;",
    replace: "this.#lastHash = NO_HASH;",
  },
  {
    breaks: "An older file's events are chained.",
    file: "engine/durable/sqlite/migrations/003-chain.ts",
    find: "(before = hashOf(before, values))",
    replace: "hashOf(NO_HASH, values)",
  },
  {
    breaks: "No event is ever deleted.",
    file: "engine/durable/sqlite/migrations/003-chain.ts",
    find: `CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
`,
    replace: "",
  },
  {
    breaks: "A submission tells what came with it.",
    file: "engine/durable/sqlite/event-row.ts",
    find: `    payload: payload ?? undefined,
`,
    replace: "",
  },
  {
    breaks: "A completion tells its result.",
    file: "engine/durable/circumstances.ts",
    find: "isResult && !isAbsent(command.result) ? JSON.stringify(command.result) : null",
    replace: "null",
  },
];

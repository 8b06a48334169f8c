/** Every journal that there is, for the tests that all of them have to pass. */

import type { Journal, LabSettings } from "../../engine/durable/journal.ts";
import { MemoryDisk, MemoryJournal } from "../../engine/durable/memory.ts";
import { SqliteJournal } from "../../engine/durable/sqlite/journal.ts";
import { openDatabase } from "../../engine/durable/sqlite/open.ts";
import { test as base } from "./durable-test.ts";

/** Opens a journal on what the one before has left. */
export type Opening = (settings?: LabSettings) => Journal;

/** Another one takes part in their tests by one line here. */
export const JOURNALS: readonly (readonly [name: string, at: (file: string) => Opening])[] = [
  [
    "in memory",
    (_, disk = new MemoryDisk()) =>
      (settings = SETTINGS) =>
        new MemoryJournal(disk, settings),
  ],
  [
    "on SQLite",
    (file) =>
      (settings = SETTINGS) =>
        new SqliteJournal(openDatabase(file, {}), settings),
  ],
];

export const SETTINGS: LabSettings = {
  maxFailures: 2,
  lease: 10,
  retryPosition: "tail",
  onExpiry: "inspect",
  holdLate: true,
};

export const OTHERS: LabSettings = {
  maxFailures: 9,
  lease: null,
  retryPosition: "original",
  onExpiry: "retry",
  holdLate: false,
};

interface Fixtures {
  /** Opens journals one after the other, closing the one before, and the last when the test ends. */
  readonly opening: (open: Opening) => Opening;
}

export const test = base.extend<Fixtures>({
  opening: async ({}, use) => {
    const opened: Journal[] = [];
    await use((open) => (settings) => {
      opened.pop()?.close();
      const journal = open(settings);
      opened.push(journal);
      return journal;
    });
    for (const journal of opened) journal.close();
  },
});

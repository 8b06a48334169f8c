/** The fixture of the durable tests: a temporary folder, labs that are closed when the test ends, and its end. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "vitest";
import {
  DurableLab,
  type Command,
  type CommandName,
  type DurableOptions,
  type ResultOf,
} from "../../engine/index.ts";

interface Fixtures {
  readonly folder: string;
  /** A database that isn't there yet. */
  readonly file: string;
  readonly open: (options?: Partial<DurableOptions>) => Promise<DurableLab>;
}

export const test = base.extend<Fixtures>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "lab-test-"));
    await use(folder);
    await rm(folder, { recursive: true });
  },
  file: async ({ folder }, use) => use(join(folder, "lab.db")),
  open: async ({ file }, use) => {
    const labs: DurableLab[] = [];
    await use(async (options = {}) => {
      const lab = await DurableLab.open({ file, ...options });
      labs.push(lab);
      return lab;
    });
    for (const lab of labs) await lab.close();
  },
});

/** Gives commands under one name, without further ado. */
export const by =
  (lab: DurableLab, actor = "ada") =>
  <N extends CommandName>(command: Command<N>, reason?: string): Promise<ResultOf<N>> =>
    lab.perform(command, { actor, reason });

export { until } from "./lab-waiting.ts";

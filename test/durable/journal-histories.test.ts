/** Random histories on every journal, in batches of any size, beside the brute-force model. */

import { join } from "node:path";
import fc from "fast-check";
import { describe, expect } from "vitest";
import type { Command } from "../../engine/index.ts";
import { commandOf, histories, type History } from "../model/histories.ts";
import type { LabSettings as ModelSettings } from "../model/model-job.ts";
import { Clerk } from "./clerk.ts";
import { JOURNALS, OTHERS, test, type Opening } from "./journals.ts";
import { givenTime, labWithoutChance, pictureOfStart, settingsOf, startOf } from "./new-start.ts";

const EACH_STEP = { minLength: 60, maxLength: 60 };

const batchEnds = fc.constantFrom("none", "none", "none", "commit", "commit", "rollback", "reopen");

type Made = readonly [Command, number];

function play(open: Opening, { steps, ...settings }: History, ends: readonly string[]): void {
  let clerk = new Clerk(open(settingsOf(settings)), { replay: true });
  let model = labWithoutChance(settings);
  const committed: Made[] = [];
  let batch: Made[] = [];
  clerk.journal.begin();
  for (const [index, step] of steps.entries()) {
    const made: Made = [commandOf(step, model), givenTime(step, model)];
    batch.push(made);
    expect(clerk.isRefused(...made)).toBe("error" in model.perform(...made));
    const end = ends[index];
    if (end === "none") continue;
    if (end === "rollback") clerk.journal.recover(new Error("undo it"));
    else {
      clerk.commit();
      committed.push(...batch);
      expect(clerk.foundIn(clerk.journal)).toEqual(clerk.stored);
    }
    batch = [];
    if (end !== "commit") {
      model = replayed(settings, committed);
      const journal = end === "reopen" ? open(OTHERS) : clerk.journal;
      expect(pictureOfStart(journal)).toEqual(startOf(model));
      clerk = new Clerk(journal, { replay: true });
    }
    clerk.journal.begin();
  }
  clerk.journal.recover(new Error("undo it"));
  expect(pictureOfStart(clerk.journal)).toEqual(startOf(replayed(settings, committed)));
}

function replayed(settings: ModelSettings, committed: readonly Made[]) {
  const model = labWithoutChance(settings);
  for (const made of committed) model.perform(...made);
  return model;
}

describe.each(JOURNALS)("the journal %s", (_, at) => {
  test(
    "[D2] random histories, some batches rolled back: a new start finds what was committed",
    { timeout: 120_000 },
    ({ folder, opening }) => {
      let run = 0;
      const played = fc.property(histories(60), fc.array(batchEnds, EACH_STEP), (history, ends) => {
        const open = opening(at(join(folder, `${String((run += 1))}.db`)));
        play(open, history, ends);
      });
      fc.assert(played, { numRuns: 25, seed: 20_261_201 });
    },
  );
});

/** What a new start has to find in a journal, by the brute-force model, and what it does find there. */

import { checkInvariants, LabDispatcher, type JobState } from "../../engine/index.ts";
import type { Journal, LabSettings as StoredSettings } from "../../engine/durable/journal.ts";
import { BruteForceLab } from "../model/brute-force-lab.ts";
import { timeOf, type Step } from "../model/histories.ts";
import type { LabSettings } from "../model/model-job.ts";
import { pictureOf, pictureOfModel } from "../model/pictures.ts";

/** A history that doesn't say is played by the dispatcher's own defaults. */
export const settingsOf = ({ maxFailures, lease, retryPosition, onExpiry }: LabSettings): StoredSettings => ({
  maxFailures,
  lease: lease ?? null,
  retryPosition: retryPosition ?? "original",
  onExpiry: onExpiry ?? "retry",
  holdLate: false,
});

/** What is stored must not depend on chance: no backoff is shortened. */
export function labWithoutChance(settings: LabSettings): BruteForceLab {
  const model = new BruteForceLab(settings);
  Object.assign(model.facts, { random: () => 0 });
  return model;
}

/** An order without a time would be given the engine's own. */
export function givenTime(step: Step, model: BruteForceLab): number {
  const now: unknown = timeOf(step, model);
  return now === undefined ? Number.NaN : (now as number);
}

/** What a new start has to find: finished jobs are counted, and no more. */
export function startOf(model: BruteForceLab) {
  const { jobs, line, ...picture } = pictureOfModel(model);
  const live = jobs.filter(({ open }) => open !== undefined);
  const ids = new Set(live.map(({ id }) => id));
  const counts = countsOf(jobs.map(({ state }) => state));
  return { ...picture, jobs: live, line: line.filter((id) => ids.has(id)), wrong: [], counts };
}

export function pictureOfStart(journal: Journal) {
  const lab = new LabDispatcher({ ...journal.settings, finished: (id) => journal.find(id) }, journal.load());
  return { ...pictureOf(lab), wrong: checkInvariants(lab), counts: nonZero(lab.counts) };
}

export const nonZero = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

export function countsOf(states: readonly JobState[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

import fc from "fast-check";
import { expect } from "vitest";
import { Rejected, type DurableLab, type JobState, type JobView } from "../../engine/index.ts";
import { BruteForceLab } from "../model/brute-force-lab.ts";
import type { Outcome } from "../model/model-job.ts";
import { commandOf, histories, timeOf } from "../model/histories.ts";
import { test } from "./durable-test.ts";

const RUNS = Number(process.env["DURABLE_MODEL_RUNS"] ?? 12);

test(
  "[D1] [T6] random histories with new starts in between: answers and lists are those of the rules",
  { timeout: 3_600_000 },
  async ({ file, open }) => {
    let run = 0;
    const property = fc.asyncProperty(
      histories(80),
      fc.array(fc.nat({ max: 80 }), { maxLength: 3 }),
      async ({ maxFailures, steps }, restarts) => {
        const options = { file: `${file}-${String((run += 1))}`, maxFailures, replay: true };
        const model = new BruteForceLab(maxFailures);
        let lab = await open(options);
        for (const [index, step] of steps.entries()) {
          const command = commandOf(step, model);
          const now = timeOf(step, model);
          expect(await outcomeOf(lab.perform(command, { actor: "model", now }))).toEqual(
            model.perform(command, now),
          );
          if (restarts.includes(index)) {
            await lab.close();
            lab = await open(options);
          }
          expect(await pictureOf(lab)).toEqual(pictureOfModel(model));
        }
        await lab.close();
      },
    );
    await fc.assert(property, { numRuns: RUNS, seed: 20_261_130 });
  },
);

const outcomeOf = (answer: Promise<unknown>): Promise<Outcome> =>
  answer.then(
    (ok) => ({ ok }),
    (error: unknown) => {
      if (error instanceof Rejected) return { error: error.code };
      throw error;
    },
  );

/** What the stored rows say, by way of the window's own readings. */
async function pictureOf(lab: DurableLab) {
  const { jobs } = await lab.read({ name: "list", limit: 500 });
  const { entries } = await lab.read({ name: "quarantine" });
  return {
    states: Object.fromEntries(jobs.map(({ id, state }) => [id, state])),
    counts: nonZero(lab.news.counts),
    causes: Object.fromEntries(jobs.filter(isQuarantined).map(({ id, because }) => [id, because])),
    unmet: jobs.filter(({ state }) => state === "blocked").map(({ id, unmet }) => [id, unmet]),
    stopped: entries.map(({ job, stopped }) => [job.id, stopped.map(({ id }) => id).sort()]),
  };
}

function pictureOfModel(model: BruteForceLab): Awaited<ReturnType<typeof pictureOf>> {
  const states = model.states();
  const quarantined = model.quarantined();
  const causes = Object.fromEntries(model.jobs.map(({ id }) => [id, model.causes(id)]));
  return {
    states,
    counts: countsOf(Object.values(states)),
    causes: Object.fromEntries(quarantined.map((id) => [id, causes[id] ?? []])),
    unmet: model.jobs
      .filter(({ id }) => states[id] === "blocked")
      .map(({ id, after }) => [id, after.filter((needed) => states[needed] !== "completed").length]),
    stopped: quarantined
      .filter((id) => causes[id]?.includes(id))
      .map((id) => [id, quarantined.filter((other) => other !== id && causes[other]?.includes(id)).sort()]),
  };
}

const isQuarantined = (job: JobView) => job.state === "quarantined";

const nonZero = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

function countsOf(states: readonly JobState[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

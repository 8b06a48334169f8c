import fc from "fast-check";
import { expect } from "vitest";
import { Rejected, type Command, type DurableLab, type JobView, type Preview } from "../../engine/index.ts";
import { SqliteJournal } from "../../engine/durable/sqlite/journal.ts";
import { openDatabase } from "../../engine/durable/sqlite/open.ts";
import type { BruteForceLab } from "../model/brute-force-lab.ts";
import { commandOf, histories } from "../model/histories.ts";
import type { Outcome } from "../model/model-job.ts";
import { cut, settledBy } from "../model/pictures.ts";
import { test } from "./durable-test.ts";
import { countsOf, givenTime, labWithoutChance, nonZero, pictureOfStart, startOf } from "./new-start.ts";

const RUNS = Number(process.env["DURABLE_MODEL_RUNS"] ?? 12);

const SEED = 20_261_130;

test(
  "[D1] [T6] random histories with new starts in between: answers, lists and files are those of the rules",
  { timeout: 3_600_000 },
  async ({ file, open }) => {
    let run = 0;
    const played = fc.asyncProperty(
      histories(80),
      fc.array(fc.nat({ max: 80 }), { maxLength: 3 }),
      async ({ steps, ...settings }, restarts) => {
        const options = { ...settings, file: `${file}-${String((run += 1))}`, replay: true };
        const model = labWithoutChance(settings);
        let lab = await open(options);
        for (const [index, step] of steps.entries()) {
          const command = commandOf(step, model);
          const now = givenTime(step, model);
          const outcome = model.perform(command, now);
          expect(await outcomeOf(lab, command, now)).toEqual(outcome);
          if (restarts.includes(index)) {
            await lab.close();
            expect(pictureOfFile(options.file)).toEqual(startOf(model));
            lab = await open(options);
          }
          expect(await shownBy(lab)).toEqual(shownByModel(model));
        }
        await lab.close();
        expect(pictureOfFile(options.file)).toEqual(startOf(model));
      },
    );
    await fc.assert(played, { numRuns: RUNS, seed: SEED });
  },
);

async function outcomeOf(lab: DurableLab, command: Command, now: number): Promise<Outcome> {
  const order = { actor: "model", now };
  try {
    const result: unknown = await lab.perform(command, order);
    if (command.name !== "preview" || typeof command.most !== "number") {
      return { ok: settledBy(command, result) };
    }
    const whole: Preview = await lab.perform({ ...command, most: null }, order);
    expect(result).toEqual(cut(whole, command.most));
    return { ok: settledBy(command, whole) };
  } catch (error) {
    if (error instanceof Rejected) return { error: error.code };
    throw error;
  }
}

/** What a new start would find in the file, which nobody has open. */
function pictureOfFile(file: string) {
  const database = openDatabase(file, {});
  try {
    return pictureOfStart(new SqliteJournal(database, NOT_USED));
  } finally {
    database.close();
  }
}

const NOT_USED = {
  maxFailures: 9,
  lease: 9,
  retryPosition: "tail",
  onExpiry: "inspect",
  holdLate: false,
} as const;

/** What the stored rows say, by way of the window's own readings. */
async function shownBy(lab: DurableLab) {
  const { jobs } = await lab.read({ name: "list", limit: 500 });
  const { entries } = await lab.read({ name: "quarantine" });
  return {
    jobs: jobs.map(({ id, state, priority, requires, maxFailures, hold }) => {
      return { id, state, priority, requires, maxFailures, held: hold !== null };
    }),
    counts: nonZero(lab.news.counts),
    paused: lab.news.paused,
    causes: Object.fromEntries(jobs.filter(isQuarantined).map(({ id, because }) => [id, because])),
    unmet: jobs.filter(({ state }) => state === "blocked").map(({ id, unmet }) => [id, unmet]),
    stopped: entries.map(({ job, stopped }) => [job.id, stopped.map(({ id }) => id).sort()]),
  };
}

function shownByModel(model: BruteForceLab): Awaited<ReturnType<typeof shownBy>> {
  const states = model.states();
  const quarantined = model.quarantined();
  const causes = Object.fromEntries(model.jobs.map(({ id }) => [id, model.causes(id)]));
  return {
    jobs: model.jobs
      .toSorted((a, b) => a.position - b.position)
      .map(({ id, priority, requires, maxFailures, held, phase }) => {
        const isFinal = phase === "completed" || phase === "cancelled";
        const sorted = [...new Set(requires)].sort();
        return { id, state: states[id]!, priority, requires: sorted, maxFailures, held: held && !isFinal };
      }),
    counts: countsOf(Object.values(states)),
    paused: model.facts.paused,
    causes: Object.fromEntries(quarantined.map((id) => [id, causes[id] ?? []])),
    unmet: model.jobs
      .filter(({ id }) => states[id] === "blocked")
      .toSorted((a, b) => a.position - b.position)
      .map(({ id, after }) => [id, after.filter((needed) => states[needed] !== "completed").length]),
    stopped: quarantined
      .filter((id) => causes[id]?.includes(id))
      .map((id) => [id, quarantined.filter((other) => other !== id && causes[other]?.includes(id)).sort()]),
  };
}

const isQuarantined = (job: JobView) => job.state === "quarantined";

import fc from "fast-check";
import { expect, test } from "vitest";
import { checkInvariants, LabDispatcher, perform, Rejected, type Command } from "../../engine/index.ts";
import { BruteForceLab } from "./brute-force-lab.ts";
import type { Outcome } from "./model-job.ts";
import { commandOf, histories, timeOf } from "./histories.ts";

/** `MODEL_RUNS=100000 npm run test:unit -- test/model` for the long form. */
const RUNS = Number(process.env["MODEL_RUNS"] ?? 500);

test(
  "[T1] to [P4] random histories: the dispatcher gives what the rules, applied by brute force, give",
  { timeout: 3_600_000 },
  () => {
    fc.assert(
      fc.property(histories(200), ({ maxFailures, steps }) => {
        const model = new BruteForceLab(maxFailures);
        const lab = new LabDispatcher({ maxFailures });
        for (const step of steps) {
          const command = commandOf(step, model);
          const now = timeOf(step, model);
          expect(outcomeOf(lab, command, now)).toEqual(model.perform(command, now));
          expect(pictureOf(lab, model)).toEqual({
            clock: model.clock,
            states: model.states(),
            quarantined: model.quarantined(),
            causes: model.jobs.map(({ id }) => model.causes(id)),
            wrong: [],
          });
        }
      }),
      { numRuns: RUNS, seed: 20_261_130 },
    );
  },
);

function outcomeOf(lab: LabDispatcher, command: Command, now: number): Outcome {
  try {
    return { ok: perform(lab, command, now) };
  } catch (error) {
    if (error instanceof Rejected) return { error: error.code };
    throw error;
  }
}

function pictureOf(lab: LabDispatcher, model: BruteForceLab) {
  return {
    clock: lab.clock,
    states: Object.fromEntries(model.jobs.map(({ id }) => [id, lab.state(id)])),
    quarantined: lab.quarantined(),
    causes: model.jobs.map(({ id }) => lab.causes(id)),
    wrong: checkInvariants(lab),
  };
}

/** The dispatcher beside the brute-force model: each call is made on both, and they have to agree on everything. */

import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import {
  checkInvariants,
  LabDispatcher,
  perform,
  Rejected,
  type Command,
  type RejectionCode,
} from "../../engine/index.ts";
import { BruteForceLab } from "./brute-force-lab.ts";
import { chance, type LabSettings, type Outcome } from "./model-job.ts";
import { cut, pictureOf, pictureOfModel, settledBy, type Picture } from "./pictures.ts";

/** Refusals that come before anything else: not even the clock has moved (rule T1). */
const TOO_EARLY: readonly RejectionCode[] = ["INVALID_ARGUMENT", "TIME_WENT_BACK"];

export class SideBySide {
  readonly model: BruteForceLab;
  readonly lab: LabDispatcher;
  readonly #settings: LabSettings;
  readonly #calls: (readonly [now: number, command: Command])[] = [];
  #picture: Picture;

  constructor(settings: LabSettings) {
    const { seed, ...options } = settings;
    this.#settings = settings;
    this.model = new BruteForceLab(settings);
    this.lab = new LabDispatcher({ ...options, random: chance(seed) });
    this.#picture = pictureOf(this.lab);
  }

  /** Makes the call on both; gives what both give. */
  call(command: Command, now: number): Outcome {
    this.#calls.push([now, command]);
    const before = this.#picture;
    const outcome = this.model.perform(command, now);
    this.#same(this.#performed(command, now), outcome);
    this.#picture = pictureOf(this.lab);
    this.#same(this.#picture, pictureOfModel(this.model));
    if ("error" in outcome && TOO_EARLY.includes(outcome.error)) this.#same(this.#picture, before);
    this.#same(checkInvariants(this.lab), []);
    return outcome;
  }

  #performed(command: Command, now: number): Outcome {
    try {
      const result: unknown = perform(this.lab, command, now);
      if (command.name !== "preview") return { ok: settledBy(command, result) };
      // Asked a second time, all is as it was: the first one changed nothing.
      const whole = perform(this.lab, { ...command, most: null }, now);
      this.#same(result, cut(whole, command.most ?? Infinity));
      return { ok: settledBy(command, whole) };
    } catch (error) {
      if (error instanceof Rejected) return { error: error.code };
      if (error instanceof Error && error.name === "AssertionError") throw error;
      throw new Error(this.#story(), { cause: error });
    }
  }

  /** Vitest's own comparison is slow: it is asked only for telling the difference. */
  #same(given: unknown, wanted: unknown): void {
    if (!isDeepStrictEqual(given, wanted)) expect(given, this.#story()).toEqual(wanted);
  }

  /** The calls so far, as a kept history has them. */
  #story(): string {
    const calls = this.#calls.map((call) => `  ${JSON.stringify(call)},`);
    return ["The dispatcher differs from the model", JSON.stringify(this.#settings), ...calls].join("\n");
  }
}

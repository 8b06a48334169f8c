/** What a row of faults is: something that is done to the engine, what is looked at afterwards, and what breaks it. */

import type { Patch } from "../mutants/mutant.ts";
import type { Dice } from "../dice.ts";

export interface Row {
  /** By which it can be asked for. */
  readonly name: string;
  /** The rules that it checks. */
  readonly rules: string;
  /** What holds, in a sentence in the present tense. */
  readonly holds: string;
  /** Why it can't run on this machine; undefined if it can. */
  readonly missing?: () => string | undefined;
  readonly run: (bench: Bench) => Promise<Result>;
  /** A check that can't fail is worthless: each of these turns the row red. */
  readonly mutants: readonly [Patch, ...Patch[]];
}

/** The short form is for every test run, the long one for a night. */
export type Size = "short" | "long";

/** Where a row works. */
export interface Bench {
  /** Holds `engine/` and the harness: the project, or a copy of it that is broken on purpose. */
  readonly root: string;
  /** Its own, and empty. */
  readonly folder: string;
  readonly size: Size;
  readonly dice: Dice;
}

export interface Result {
  /** What was done and measured, in order. */
  readonly figures: Readonly<Record<string, string | number>>;
  /** What must not be, a sentence each: none, and the row has passed. */
  readonly findings: readonly string[];
}

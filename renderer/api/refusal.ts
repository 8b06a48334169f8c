/** A refused call as the window handles it: an error to throw, the place where it is shown, and its words. */

import type { Rejection } from "../../engine/rejected.ts";
import { shortId } from "../words/parts.ts";

/** Thrown by `ask` for a call that was refused. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly refusal: Rejection;

  constructor(refusal: Rejection) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Where a refusal belongs on a form: one of its fields, perhaps that of one job in a list, or the action itself. */
export interface Place<Field extends string> {
  readonly field: Field | null;
  /** For a list of jobs: which one, from 0. */
  readonly index: number | null;
}

/** `after[2]` belongs to the field `after`; `jobs[3].after` to `after` of the fourth job; what isn't on the form, to the action. */
export function placeOf<Field extends string>(refusal: Rejection, fields: readonly Field[]): Place<Field> {
  const match = /^(?:jobs\[(\d+)\]\.?)?(\w*)/.exec(refusal.field ?? "");
  const index = match?.[1];
  return {
    field: fields.find((field) => field === match?.[2]) ?? null,
    index: index === undefined ? null : Number(index),
  };
}

/** The sentence for a field of the form, or null if the refusal belongs elsewhere. */
export function atField<Field extends string>(
  refusal: Rejection | null,
  field: Field,
  fields: readonly Field[],
): Rejection | null {
  return refusal && placeOf(refusal, fields).field === field ? refusal : null;
}

/** The refusal, if none of the form's fields is at fault. */
export function atAction(refusal: Rejection | null, fields: readonly string[]): Rejection | null {
  return refusal && placeOf(refusal, fields).field === null ? refusal : null;
}

/** What has become of the command, and why; only storage trouble leaves the first open (rule D3). */
export function wordsOf(refusal: Rejection): { readonly lead: string; readonly sentence: string } {
  const reason = reasonOf(refusal);
  if (refusal.code !== "STORAGE_FAILED") return { lead: "Not done:", sentence: reason };
  const advised = /try again/i.test(reason);
  return {
    lead: "Not certain:",
    sentence: advised ? reason : `${reason} Look whether it was done, then try again.`,
  };
}

/** For a place that has no lead: the reason, and that nothing was done. */
export const atFieldWords = (refusal: Rejection): string => `${reasonOf(refusal)} Nothing was done.`;

/** The message as the screen says it: without what is drawn beneath or said before, and in the units of the form. */
function reasonOf(refusal: Rejection): string {
  const [first] = refusal.ids ?? [];
  // The path of a cycle is drawn beneath, and need not be told twice.
  if (refusal.code === "CYCLE" && first !== undefined) {
    return `${shortId(first)} would wait for itself. Leave one of these steps out.`;
  }
  if (refusal.code === "INVALID_ARGUMENT" && /\bbackoff$/.test(refusal.field ?? "")) {
    return "A backoff is from 0 to 3,650 days.";
  }
  const message = refusal.message.replace(/\s*Nothing (was|has been) done\.$/, "");
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/** The path of a cycle, ending where it begins; null if the refusal isn't about one. */
export function cycleOf(refusal: Rejection): readonly string[] | null {
  const [first, ...rest] = refusal.ids ?? [];
  if (refusal.code !== "CYCLE" || first === undefined) return null;
  return rest.length > 0 && rest.at(-1) === first ? [first, ...rest] : [first, ...rest, first];
}

/** What went wrong, as a refusal, whatever was thrown. */
export function refusalOf(error: unknown): Rejection | null {
  if (error === null || error === undefined) return null;
  if (error instanceof Refused) return error.refusal;
  return { code: "STORAGE_FAILED", message: "The dispatcher did not answer." };
}

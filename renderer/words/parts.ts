/** Text for operators in parts, so that the words can be tested and the ids and times in them drawn in their own way. */

import type { JobId, JobView, Millis } from "../../engine/model.ts";

export type Part =
  | string
  /** A job, to be drawn as a link to its page. */
  | { readonly job: JobId }
  /** A robot or a person. */
  | Who
  /** A word of the lab's own, as it is written on plates and robots: a label, a capability. */
  | { readonly mark: string }
  /** An instant, in the words that stand for it. */
  | { readonly at: Millis; readonly text: string };

/** Robots are named like jobs, people like people. */
export interface Who {
  readonly who: string;
  readonly person: boolean;
}

/** `atDesk`: who is at the desk. What is done there is done by hand, under that name; the rest by robots. */
export const whoIs = (who: string, atDesk: string | null): Who => ({ who, person: who === atDesk });

/** Who gave an operator's command: no robot does. */
export const personIs = (who: string): Who => ({ who, person: true });

/** Where something failed: " on tecan-2"; or, in the words of `by`, who did it by hand: " by morning-shift". */
export function onOrBy(who: string, atDesk: string | null, by = " by "): readonly Part[] {
  const part = whoIs(who, atDesk);
  return [part.person ? by : " on ", part];
}

export function plainText(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      if ("job" in part) return part.job;
      if ("mark" in part) return part.mark;
      return "who" in part ? part.who : part.text;
    })
    .join("");
}

/** An id for running text: a long one without its middle. */
export function shortId(id: JobId): string {
  return id.length <= 48 ? id : `${id.slice(0, 28)}…${id.slice(-16)}`;
}

/** "a", "a and b", "a, b and c", "a, b and 4 others". `total` counts those that aren't in `ids` too. */
export const listed = (ids: readonly JobId[], total = ids.length, most = 3): readonly Part[] =>
  inARow(
    ids.map((job) => ({ job })),
    total,
    most,
  );

/** " with pipette-8 and magnet": what a robot must be able to do; nothing if any robot will do. */
export const withAll = (requires: readonly string[]): readonly Part[] =>
  requires.length === 0 ? [] : [" with ", ...marks(requires)];

export const marks = (words: readonly string[]): readonly Part[] =>
  inARow(
    words.map((mark) => ({ mark })),
    words.length,
    3,
  );

function inARow(items: readonly Part[], total: number, most: number): readonly Part[] {
  const named = items.slice(0, most);
  const others = total - named.length;
  const all = others > 0 ? [...named, counted(others, "other")] : named;
  return all.flatMap((item, index) => {
    if (index === 0) return [item];
    return [index === all.length - 1 ? " and " : ", ", item];
  });
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}

/** "2 of 3 failed" */
export const failuresOf = (job: Pick<JobView, "failures" | "maxFailures">): string =>
  `${job.failures.toLocaleString("en-GB")} of ${job.maxFailures.toLocaleString("en-GB")} failed`;

/** "once", "twice", "3 times". */
export function times(count: number): string {
  if (count === 1) return "once";
  return count === 2 ? "twice" : counted(count, "time");
}

/** "first", "second", "third", "4th", "21st". */
export function ordinal(count: number): string {
  const words = ["first", "second", "third"];
  return words[count - 1] ?? `${count.toLocaleString("en-GB")}${ENDINGS[ordinalRules.select(count)]}`;
}

const ordinalRules = new Intl.PluralRules("en-GB", { type: "ordinal" });
const ENDINGS = { one: "st", two: "nd", few: "rd", other: "th", zero: "th", many: "th" } as const;

/** What operators are told of in words, beside the events. */

import type { Millis } from "../model.ts";

/** Of the run of the app; the events have all. */
export const MOST_NOTICES = 20;

export const jumpInWords = (by: Millis): string =>
  `The clock of this computer jumped ${by > 0 ? "ahead" : "back"} by ${duration(Math.abs(by))}. Earliest starts follow it; leases and backoffs don't.`;

const UNITS: readonly (readonly [Millis, string])[] = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
  [1_000, "second"],
];

/** The largest unit that fits, and the next: "1 day 2 hours". */
function duration(millis: Millis): string {
  const first = UNITS.findIndex(([unit]) => millis >= unit);
  let rest = millis;
  return UNITS.slice(first < 0 ? -1 : first)
    .slice(0, 2)
    .flatMap(([unit, name]) => {
      const count = Math.floor(rest / unit);
      rest -= count * unit;
      return count === 0 ? [] : [`${String(count)} ${name}${count === 1 ? "" : "s"}`];
    })
    .join(" ");
}

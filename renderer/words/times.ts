/** Instants and durations in an operator's words. The time zone is the workstation's, the clock has 24 hours. */

import type { Millis } from "../../engine/model.ts";
import type { Part } from "./parts.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat("en-GB", options);
  return (at: Millis) => formatter.format(at).replaceAll(",", "");
};

const hoursAndMinutes = format({ hour: "2-digit", minute: "2-digit" });
const dayAndMonth = format({ day: "numeric", month: "short" });
const dayMonthYear = format({ day: "numeric", month: "short", year: "numeric" });

/** "14:32:10" */
export const clockOf = format({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
/** "Tue 12 May" */
export const dateOf = format({ weekday: "short", day: "numeric", month: "short" });
/** "Tue 12 May 2026 14:32:10", for the hover. */
export const absolute = (at: Millis): string =>
  `${format({ weekday: "short" })(at)} ${dayMonthYear(at)} ${clockOf(at)}`;

/** "14:32" today, "12 May 14:32" on another day, with the year in another year. */
export function timeOf(at: Millis, now: Millis): string {
  if (dayMonthYear(at) === dayMonthYear(now)) return hoursAndMinutes(at);
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return `${sameYear ? dayAndMonth(at) : dayMonthYear(at)} ${hoursAndMinutes(at)}`;
}

/** Exactly, in all its units: "45 s", "12 min 30 s", "1 h 55 min", "2 days 2 h"; below a second in ms. */
export const durationOf = (length: Millis): string => inUnits(length, UNITS.length);

/** How long something has gone on, in whole seconds and at most two units: "0 s", "5 min 52 s", "3 h 12 min". */
export const elapsedOf = (from: Millis, to: Millis): string =>
  inUnits(Math.max(0, Math.floor((to - from) / SECOND) * SECOND), 2);

const UNITS: readonly (readonly [size: Millis, name: (count: number) => string])[] = [
  [DAY, (count) => (count === 1 ? "1 day" : `${count.toLocaleString("en-GB")} days`)],
  [HOUR, (count) => `${count} h`],
  [MINUTE, (count) => `${count} min`],
  [SECOND, (count) => `${count} s`],
  [1, (count) => `${count} ms`],
];

/** From its largest unit on, `most` units in a row; those that there is nothing of are left out. */
function inUnits(length: Millis, most: number): string {
  const first = UNITS.findIndex(([size]) => length >= size);
  if (first < 0) return "0 s";
  let rest = length;
  return UNITS.slice(first, first + most)
    .flatMap(([size, name]) => {
      const count = Math.floor(rest / size);
      rest %= size;
      return count === 0 ? [] : [name(count)];
    })
    .join(" ");
}

/** "just now", "40 s ago", "2 min ago", "3 h ago", "2 days ago". */
export function agoOf(at: Millis, now: Millis): string {
  const age = Math.max(0, now - at);
  if (age < 5 * SECOND) return "just now";
  if (age < MINUTE) return `${Math.floor(age / SECOND)} s ago`;
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  const days = Math.floor(age / DAY);
  return days === 1 ? "1 day ago" : `${days} days ago`;
}

export const timePart = (at: Millis, now: Millis): Part => ({ at, text: timeOf(at, now) });
export const agoPart = (at: Millis, now: Millis): Part => ({ at, text: agoOf(at, now) });

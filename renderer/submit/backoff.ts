/** The backoff as a person gives it: a number and a unit. */

import type { Millis } from "../../engine/model.ts";

export const UNITS = { seconds: 1000, minutes: 60_000, hours: 3_600_000 } as const;
export type Unit = keyof typeof UNITS;

/** In milliseconds, or null if it isn't a number. What is a number but not allowed, the engine refuses. */
export function backoffOf(amount: string, unit: Unit): Millis | null {
  const number = Number(amount.trim().replace(",", "."));
  return amount.trim() === "" || !Number.isFinite(number) ? null : Math.round(number * UNITS[unit]);
}

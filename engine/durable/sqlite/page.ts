/** How long pages are, and where one ended, as text that means nothing to whoever keeps it. */

import { isAbsent } from "../../arguments.ts";
import { refuse } from "../../rejected.ts";

export const LONGEST_PAGE = 500;

export function checkPage(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= LONGEST_PAGE) return;
  refuse("INVALID_ARGUMENT", `A page has 1 to ${String(LONGEST_PAGE)} entries.`, { field: "limit" });
}

/** `list` tells which list it is that ended there. */
export const cursorOf = (list: string, values: readonly (string | number)[]): string =>
  JSON.stringify([list, ...values]);

/** What `cursor` holds; null if there is none. `types` are those of its values. */
export function valuesIn(
  cursor: unknown,
  list: string,
  types: readonly ("string" | "number")[],
): readonly (string | number)[] | null {
  if (isAbsent(cursor)) return null;
  const [named, ...values] = parsed(cursor);
  const fits = named === list && values.length === types.length;
  if (!fits || values.some((value, n) => typeof value !== types[n])) {
    const message = "This isn't where a page of this list ended. Begin the list anew.";
    refuse("INVALID_ARGUMENT", message, { field: "after" });
  }
  return values as (string | number)[];
}

function parsed(cursor: unknown): readonly unknown[] {
  try {
    const value: unknown = typeof cursor === "string" ? JSON.parse(cursor) : undefined;
    return Array.isArray(value) ? (value as unknown[]) : [];
  } catch {
    return [];
  }
}

/** What a command of the command line has to say, and whether it did what it was asked. */

export interface Outcome {
  readonly text: string;
  /** True: the program ends with 1. */
  readonly failed?: boolean;
}

export const inJson = (value: unknown): string => `${JSON.stringify(value)}\n`;

const SHOWN = 20;

/** The first of `ids`, and how many more there are. */
export function listed(ids: readonly string[]): string {
  const rest = ids.length - SHOWN;
  return `${ids.slice(0, SHOWN).join(", ")}${rest > 0 ? ` … and ${String(rest)} more` : ""}`;
}

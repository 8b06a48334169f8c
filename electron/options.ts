/** What the app is started with: `--db FILE`, `--operator NAME`, and, for a new database, `--max-failures N`. */

import { parseArgs } from "node:util";

export interface Options {
  /** Undefined: the one in the user's own folder. */
  readonly database: string | undefined;
  /** Undefined: the engine's own default. */
  readonly maxFailures: number | undefined;
  /** Who is at the desk. Undefined: the user of this computer. */
  readonly operator: string | undefined;
}

export const USAGE = `npm start -- [--db FILE] [--max-failures N] [--operator NAME]

  --db FILE           the lab's database, made if there is none; without it, the one in your own folder
  --max-failures N    for a new database: how many failures lead to quarantine, 1 to 999999; 3 if you don't say
  --operator NAME     who is at the desk; without it, the user of this computer
`;

/**
 * Throws an Error in words. `strict` refuses whatever isn't an option of the app; otherwise that is left to
 * Electron, which has switches of its own.
 */
export function readOptions(args: readonly string[], { strict = false } = {}): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { db: { type: "string" }, "max-failures": { type: "string" }, operator: { type: "string" } },
    strict,
  });
  const database = textOf("db", values.db, "the name of a file: --db lab.db");
  const maxFailures = textOf("max-failures", values["max-failures"], A_NUMBER);
  if (maxFailures !== undefined && !/^[1-9]\d{0,5}$/.test(maxFailures))
    throw new Error(needs("max-failures", A_NUMBER));
  return {
    database,
    maxFailures: maxFailures === undefined ? undefined : Number(maxFailures),
    operator: textOf("operator", values.operator, 'a name: --operator "Morning shift"'),
  };
}

const A_NUMBER = "a whole number from 1 to 999999: --max-failures 3";

const needs = (option: string, what: string) => `--${option} needs ${what}`;

/** What looks like the next option is no value. */
function textOf(option: string, value: string | boolean | undefined, what: string): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "string" || value === "" || value.startsWith("--"))
    throw new Error(needs(option, what));
  return value;
}

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

/** Throws an Error in words. Switches that are Electron's own are left to it. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { db: { type: "string" }, "max-failures": { type: "string" }, operator: { type: "string" } },
    strict: false,
  });
  const { db, "max-failures": maxFailures, operator } = values;
  if (db === true || db === "") throw new Error("--db needs the name of a file: --db lab.db");
  if (maxFailures !== undefined && !/^[1-9]\d{0,5}$/.test(String(maxFailures))) {
    throw new Error("--max-failures needs a whole number, 1 or more: --max-failures 3");
  }
  if (operator === true || operator === "")
    throw new Error('--operator needs a name: --operator "Morning shift"');
  return {
    operator: typeof operator === "string" ? operator : undefined,
    database: typeof db === "string" ? db : undefined,
    maxFailures: maxFailures === undefined ? undefined : Number(maxFailures),
  };
}

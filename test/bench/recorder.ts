/**
 * What a lab's writing connection has been told, statement by statement, so that the same rows can be written again
 * without the lab. Values are kept in the order of the places, since that is how SQLite takes them fastest.
 */

export interface Recording {
  readonly statements: readonly string[];
  /** Index of a statement, then its values. */
  readonly runs: readonly Run[];
}

export type Run = readonly [statement: number, values: readonly unknown[]];

/** The recorder's counts, as the recording thread shares them with the others. */
export const COUNT = { runs: 0, commits: 1 } as const;

export const CHANNEL = "lab-recorder";

export const recordingBeside = (file: string): string => `${file}.recording`;

const NAME = /:([a-z_]+)/gi;

/** Places without names. */
export const withoutNames = (sql: string): string => sql.replace(NAME, "?");

/** What `args` of a statement's `run` say for each of its places. */
export function valuesOf(sql: string, args: readonly unknown[]): unknown[] {
  const [first] = args;
  if (Array.isArray(first)) return [...(first as readonly unknown[])];
  if (typeof first !== "object" || first === null || Buffer.isBuffer(first)) return [...args];
  return Array.from(sql.matchAll(NAME), ([, name = ""]) => (first as Record<string, unknown>)[name]);
}

/** Spelled out: SQLite would build an index over a list of three or more each time that it checks a row. */
export const isOneOf = (column: string, ...values: readonly string[]): string =>
  `(${values.map((value) => `${column} = '${value}'`).join(" OR ")})`;

/** How better-sqlite3 is loaded. */
export interface SqliteOptions {
  /** Path of the compiled SQLite addon; absent for the package's own. */
  readonly nativeBinding?: string;
  /** Told of each statement, as SQL. */
  readonly verbose?: (sql: unknown) => void;
}

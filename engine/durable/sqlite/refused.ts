/** A database file that the engine will not use; the message says why, and what to do. The file is untouched. */
export class DatabaseRefused extends Error {
  override readonly name = "DatabaseRefused";
}

/**
 * What a failure to store means: how it is told to people, and what has to be done before anything that is
 * in the file may be served again (rule D3).
 */

/**
 * From the least to the most: undo the batch; open the file anew; have its content copied first, since a failed sync
 * may have marked pages clean that never reached the disk, and no later sync would tell.
 */
export const MENDINGS = ["undo", "reopen", "replace"] as const;

export type Mending = (typeof MENDINGS)[number];

export const MOVED = "SQLITE_READONLY_DBMOVED";

/** A failure that has its own sentence. */
export class StorageTrouble extends Error {
  override readonly name = "StorageTrouble";
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

export const graver = (a: Mending, b: Mending): Mending =>
  MENDINGS.indexOf(a) > MENDINGS.indexOf(b) ? a : b;

/** The file is not where it was: the connections that are open have all there is, and must stay. */
export const isMoved = (error: unknown): boolean => codeOf(error) === MOVED;

export const isDiskFull = (error: unknown): boolean => FULL.test(codeOf(error));

export function mendingFor(error: unknown): Mending {
  const code = codeOf(error);
  if (code === "" || UNDONE.test(code) || code === MOVED) return "undo";
  if (FULL.test(code) || !DISK.test(code)) return "reopen";
  return "replace";
}

/** A sentence or two that name the thing and the remedy; they go on from “Nothing can be stored: ”. */
export function troubleWith(file: string, error: unknown): string {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof StorageTrouble) return message;
  if (FULL.test(code)) {
    return `the disk that holds ${file} is full. Remove what isn't needed there; the lab goes on by itself once there is room.`;
  }
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    return `${file} is damaged (${message}). Close the app, and restore a backup.`;
  }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return `another program is writing to ${file}. Close that one; the lab goes on by itself then.`;
  }
  if (/^SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|^E(ACCES|PERM|ROFS|NOENT)$/.test(code)) {
    return `${file} can't be written (${message}). See that its disk is connected and that it may be written to; the lab goes on by itself then.`;
  }
  if (DISK.test(code)) {
    return `the disk that holds ${file} reports an error (${message}, ${code}). The lab copies the file to another place on it and goes on from there; if this comes again, have the disk checked, and move the file to another one.`;
  }
  return `${message}.`;
}

/** The index of the log, which is what can't grow in the second case, holds nothing that has to be on disk. */
const FULL = /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)$/;
/** What has touched nothing: somebody else was in the way, or the batch itself was wrong. */
const UNDONE = /^SQLITE_(BUSY|LOCKED|CONSTRAINT|ERROR|MISMATCH|RANGE|MISUSE|TOOBIG|INTERRUPT|ABORT)|^ERR_/;
const DISK = /^SQLITE_IOERR|^E[A-Z0-9]+$/;

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : "";
}

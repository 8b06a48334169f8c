/** A database file that the engine will not use; the message says why, and what to do. The file is untouched. */
export class DatabaseRefused extends Error {
  override readonly name = "DatabaseRefused";
  /** Another process has it; nothing is wrong with it. */
  readonly inUse: boolean;

  constructor(message: string, { inUse = false } = {}) {
    super(message);
    this.inUse = inUse;
  }
}

/** What went wrong while `file` was opened, as a refusal. */
export function refusalOf(file: string, error: unknown): DatabaseRefused {
  if (error instanceof DatabaseRefused) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code ?? "")) return damaged(file, message);
  const known = PROBLEMS[code?.replace(/^SQLITE_IOERR_(?!SHMSIZE).*|^SQLITE_IOERR$/, "EIO") ?? ""];
  return new DatabaseRefused(`${file} can't be opened${known ?? ` (${message}). ${WHAT_TO_CHECK}`}`);
}

/** A refusal of `file`, of which `what` is wrong. */
export const damaged = (file: string, what: string): DatabaseRefused =>
  new DatabaseRefused(
    `${file} is damaged: ${what}. Keep it, with what is beside it, and restore a backup; have its disk checked.`,
  );

const WHAT_TO_CHECK =
  "Check that its folder is there and can be written to, and that the disk has room; if the file is damaged, restore a backup.";

const NO_PERMISSION = ": you may not read and write it. Change its permissions, or name another file.";

const NO_ROOM = ": its disk is full. Remove what isn't needed there, and open it again.";

/** What the system says, and what to do about it. */
const PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  ENOSPC: NO_ROOM,
  EDQUOT: NO_ROOM,
  SQLITE_FULL: NO_ROOM,
  SQLITE_IOERR_SHMSIZE: NO_ROOM,
  EIO: ": its disk reports an error. Have the disk checked; restore a backup, or name a file, on another one.",
  EROFS: ": its disk is read-only. Name a file on another disk.",
  EISDIR: ": it is a folder. Name a file in it.",
  ENOTDIR: ": a part of its path is a file, not a folder. Name another file.",
  ENAMETOOLONG: ": its name is too long. Name another file.",
};

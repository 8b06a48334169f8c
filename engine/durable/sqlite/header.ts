/**
 * Judges a database file by plain reads, before SQLite opens it, so that a file that isn't ours is left as it
 * is to the byte (rule D6). Offsets: the SQLite file format, "The Database Header".
 */

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { damaged, DatabaseRefused, refusalOf } from "./refused.ts";

/** "LabD": tells a lab's database from any other SQLite file. */
export const APPLICATION_ID = 0x4c616244;

export interface Header {
  /** How many migrations the file has gone through. */
  readonly version: number;
  readonly pageSize: number;
  /** How many pages it should have. Unknown if it was written by something that doesn't say. */
  readonly pages: number | undefined;
  /** How many whole pages it has. */
  readonly wholePages: number;
  /** Whether its end is the end of a page. */
  readonly endsWithPage: boolean;
}

/** Undefined if there is no such file. Throws DatabaseRefused. */
export function judgeHeader(file: string, newest: number): Header | undefined {
  // Opened for writing too: who can't write can't run a lab, and should hear it before anything is made.
  const start = readStart(file, "r+");
  if (start === undefined) return undefined;
  const { header, size } = start;
  const version = judgeIdentity(file, start, newest, RESTORE);
  const pageSize = pageSizeIn(header);
  if (pageSize === undefined || !hasSoundConstants(header)) {
    throw damaged(file, "its header says what none of ours does");
  }
  const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92);
  return {
    version,
    pageSize,
    pages: isCounted ? header.readUInt32BE(28) : undefined,
    wholePages: Math.floor(size / pageSize),
    endsWithPage: size % pageSize === 0,
  };
}

/** Gives the version of a file that is ours, and not newer than we are; `remedy` says what to do about another. */
export function judgeIdentity(file: string, { header, size }: Start, newest: number, remedy: string): number {
  if (size === 0) {
    throw new DatabaseRefused(`${file} is not a database: it is empty (0 bytes). ${remedy}`);
  }
  if (!isDatabase(header)) {
    throw new DatabaseRefused(`${file} is not a database, or it is damaged. ${remedy}`);
  }
  if (!isOurs(header)) {
    throw new DatabaseRefused(`${file} belongs to another application. Name another file.`);
  }
  return judgeVersion(file, header, newest);
}

/** `header` may be that of a first page which the log holds. */
export function judgeVersion(file: string, header: Buffer, newest: number): number {
  const version = header.readUInt32BE(60);
  if (version <= newest) return version;
  throw new DatabaseRefused(
    `${file} was written by a newer Lab Dispatcher (version ${String(version)} of the file; this one knows up to ${String(newest)}). Install the newer one.`,
  );
}

export const isOurs = (header: Buffer): boolean =>
  isDatabase(header) && header.readUInt32BE(68) === APPLICATION_ID;

const isDatabase = (header: Buffer): boolean =>
  header.length >= HEADER_BYTES && header.toString("latin1", 0, MAGIC.length) === MAGIC;

const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";
const RESTORE = "Restore a backup, or name another file.";

function pageSizeIn(header: Buffer): number | undefined {
  const told = header.readUInt16BE(16);
  const size = told === 1 ? 65_536 : told;
  return size >= 512 && (size & (size - 1)) === 0 ? size : undefined;
}

/** What is the same in each file that we make: format versions, fractions, schema format, UTF-8, what is kept free. */
function hasSoundConstants(header: Buffer): boolean {
  const format = header.readUInt8(18);
  return (
    (format === 1 || format === 2) &&
    header.readUInt8(19) === format &&
    header.readUInt8(20) === 0 &&
    header.readUIntBE(21, 3) === 0x40_20_20 &&
    header.readUInt32BE(44) === 4 &&
    header.readUInt32BE(56) === 1 &&
    header.subarray(72, 92).every((byte) => byte === 0)
  );
}

/** How a file begins, and its size in bytes. */
export interface Start {
  readonly header: Buffer;
  readonly size: number;
}

/** Undefined if there is no such file. Not for a file that this process has open. Throws DatabaseRefused. */
export function readStart(file: string, flags: "r" | "r+"): Start | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw refusalOf(file, error);
  }
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const length = readSync(descriptor, header, 0, HEADER_BYTES, 0);
    return { header: header.subarray(0, length), size: fstatSync(descriptor).size };
  } catch (error) {
    throw refusalOf(file, error);
  } finally {
    closeSync(descriptor);
  }
}

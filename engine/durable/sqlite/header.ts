/**
 * Judges a database file by plain reads, before SQLite opens it, so that a file that isn't ours is left as it
 * is to the byte (rule D6). Offsets: the SQLite file format, "The Database Header".
 */

import { closeSync, openSync, readSync } from "node:fs";
import { DatabaseRefused, refusalOf } from "./refused.ts";

/** "LabD": tells a lab's database from any other SQLite file. */
export const APPLICATION_ID = 0x4c616244;

const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";

/** Gives the schema version of `file`; undefined if there is no such file. Throws DatabaseRefused. */
export function readSchemaVersion(file: string, newest: number): number | undefined {
  const header = readHeader(file);
  if (header === undefined) return undefined;
  if (header.length < HEADER_BYTES || header.toString("latin1", 0, MAGIC.length) !== MAGIC) {
    throw new DatabaseRefused(
      `${file} is not a database, or it is damaged. Restore a backup, or name another file.`,
    );
  }
  const version = header.readUInt32BE(60);
  if (header.readUInt32BE(68) !== APPLICATION_ID) {
    throw new DatabaseRefused(`${file} belongs to another application. Name another file.`);
  }
  if (version > newest) {
    throw new DatabaseRefused(
      `${file} was written by a newer Lab Dispatcher (version ${String(version)} of the file; this one knows up to ${String(newest)}). Install the newer one.`,
    );
  }
  return version;
}

function readHeader(file: string): Buffer | undefined {
  let descriptor: number;
  try {
    // Opened for writing too: who can't write can't run a lab, and should hear it before anything is made.
    descriptor = openSync(file, "r+");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw refusalOf(file, error);
  }
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    return header.subarray(0, readSync(descriptor, header, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Whether a file can be looked after at all, by plain reads and without a trace: verified, copied, restored from. A
 * backup may lie where nothing can be written.
 */

import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { APPLICATION_ID } from "../header.ts";
import { MIGRATIONS } from "../migrations/index.ts";
import { DatabaseRefused, refusalOf } from "../refused.ts";

const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";

export interface Judged {
  readonly file: string;
  readonly version: number;
  readonly bytes: number;
}

/** Throws DatabaseRefused. */
export function judged(named: string): Judged {
  const file = resolve(named);
  const { header, bytes } = readHeader(file);
  if (bytes === 0) throw new DatabaseRefused(`${file} is empty (0 bytes), so it is no database. ${OTHER}`);
  if (header.length < HEADER_BYTES || header.toString("latin1", 0, MAGIC.length) !== MAGIC) {
    throw new DatabaseRefused(`${file} is not a database, or it is damaged. ${OTHER}`);
  }
  if (header.readUInt32BE(68) !== APPLICATION_ID) {
    throw new DatabaseRefused(`${file} belongs to another application. Name another file.`);
  }
  const version = header.readUInt32BE(60);
  if (version > MIGRATIONS.length) {
    throw new DatabaseRefused(
      `${file} was written by a newer Lab Dispatcher (version ${String(version)} of the file; this one knows up to ${String(MIGRATIONS.length)}). Install the newer one.`,
    );
  }
  return { file, version, bytes };
}

const OTHER = "Name another file, such as an older backup.";

function readHeader(file: string): { header: Buffer; bytes: number } {
  let descriptor: number;
  try {
    descriptor = openSync(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" && !existsSync(file)) {
      throw new DatabaseRefused(`There is no file ${file}. Check the name.`);
    }
    throw refusalOf(file, error);
  }
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const read = readSync(descriptor, header, 0, HEADER_BYTES, 0);
    return { header: header.subarray(0, read), bytes: fstatSync(descriptor).size };
  } catch (error) {
    throw refusalOf(file, error);
  } finally {
    closeSync(descriptor);
  }
}

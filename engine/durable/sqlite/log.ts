/**
 * Reads a write-ahead log by plain reads. SQLite takes a log that is damaged at some place for one that ends there, and
 * one that it can't read at all for an empty one, and writes over the rest, which had been answered. Costs
 * one reading of the log, some 4 MB as a rule. Offsets: the SQLite file format, "The Write-Ahead Log".
 */

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { damaged, DatabaseRefused } from "./refused.ts";

export interface Log {
  /** Pages that the commits in it leave the file with; 0 if there are none. */
  readonly pages: number;
  /** Numbers of the pages that it holds. */
  readonly held: ReadonlySet<number>;
  /** The last first page in it, if it holds one. */
  readonly firstPage: Buffer | undefined;
  /** Where each commit ends in the file, in order. */
  readonly ends: readonly number[];
}

export const logOf = (file: string): string => `${file}-wal`;

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const BIG_ENDIAN = 0x377f0683;
const LITTLE_ENDIAN = 0x377f0682;
const FORMAT = 3_007_000;

const EMPTY: Log = { pages: 0, held: new Set(), firstPage: undefined, ends: [] };

/** The log beside `file`, whose pages have `pageSize` bytes. Throws DatabaseRefused if what was answered is damaged. */
export function judgeLog(file: string, pageSize: number): Log {
  let descriptor: number;
  try {
    descriptor = openSync(logOf(file), "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return EMPTY;
    throw error;
  }
  try {
    const size = fstatSync(descriptor).size;
    const header = Buffer.alloc(HEADER_BYTES);
    // A crash can leave a log that has only just begun; nothing in it had been answered.
    if (readSync(descriptor, header, 0, HEADER_BYTES, 0) < HEADER_BYTES || isZero(header)) return EMPTY;
    const sum = judgeLogHeader(file, header, pageSize);
    return readFrames(file, new Frames(descriptor, size, header, pageSize), sum);
  } finally {
    closeSync(descriptor);
  }
}

/** Gives the checksum, with which that of the frames goes on. */
function judgeLogHeader(file: string, header: Buffer, pageSize: number): Sum {
  const magic = header.readUInt32BE(0);
  const sum: Sum = [0, 0];
  addTo(sum, header.subarray(0, 24), magic === LITTLE_ENDIAN);
  const isSound =
    (magic === BIG_ENDIAN || magic === LITTLE_ENDIAN) &&
    header.readUInt32BE(4) === FORMAT &&
    header.readUInt32BE(24) === sum[0] &&
    header.readUInt32BE(28) === sum[1];
  if (!isSound) throw damaged(logOf(file), "its header can't be read");
  if (header.readUInt32BE(8) !== pageSize) throw foreignLog(file);
  return sum;
}

export const foreignLog = (file: string): DatabaseRefused =>
  new DatabaseRefused(
    `${logOf(file)} belongs to another database than ${file}: one of them was put here without the other. Put back the one that belongs to it, or restore a backup.`,
  );

function readFrames(file: string, frames: Frames, sum: Sum): Log {
  const held = new Set<number>();
  let sinceCommit: number[] = [];
  let pages = 0;
  const ends: number[] = [];
  let firstPage: Buffer | undefined;
  let newFirstPage: Buffer | undefined;
  let n = 0;
  for (; n < frames.count; n += 1) {
    const frame = frames.at(n);
    if (!frames.isOfThisLog(frame)) break;
    frames.sum(frame, sum);
    if (frame.readUInt32BE(16) !== sum[0] || frame.readUInt32BE(20) !== sum[1]) break;
    const page = frame.readUInt32BE(0);
    sinceCommit.push(page);
    if (page === 1) newFirstPage = Buffer.from(frame.subarray(FRAME_HEADER_BYTES, FRAME_HEADER_BYTES + 100));
    const commits = frame.readUInt32BE(4);
    if (commits === 0) continue;
    for (const each of sinceCommit) held.add(each);
    sinceCommit = [];
    pages = commits;
    firstPage = newFirstPage;
    ends.push(frames.offsetOf(n + 1));
  }
  if (isGoneOnAfter(frames, n)) {
    throw damaged(logOf(file), `its part number ${String(n + 1)} can't be read, and others follow`);
  }
  return { pages, held, firstPage, ends };
}

/**
 * Only the last commit of a log can be torn, since each is synced before the next begins. So if a commit after what can't
 * be read is followed by more of the same log, answered commands are among what can't be read.
 */
function isGoneOnAfter(frames: Frames, broken: number): boolean {
  let hasCommit = false;
  for (let n = broken; n < frames.count; n += 1) {
    const frame = frames.at(n);
    if (!frames.isOfThisLog(frame)) continue;
    if (hasCommit) return true;
    hasCommit = frame.readUInt32BE(4) !== 0;
  }
  return false;
}

type Sum = [number, number];

function addTo(sum: Sum, bytes: Buffer, isLittleEndian: boolean): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [a, b] = sum;
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + view.getUint32(at, isLittleEndian) + b) >>> 0;
    b = (b + view.getUint32(at + 4, isLittleEndian) + a) >>> 0;
  }
  sum[0] = a;
  sum[1] = b;
}

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);

/** The frames of a log, each a header and a page, read some at a time. */
class Frames {
  /** Whole ones. */
  readonly count: number;
  readonly #descriptor: number;
  readonly #frameBytes: number;
  readonly #isLittleEndian: boolean;
  readonly #salt: Buffer;
  readonly #read: Buffer;
  #first = -1;

  constructor(descriptor: number, size: number, header: Buffer, pageSize: number) {
    this.#descriptor = descriptor;
    this.#frameBytes = FRAME_HEADER_BYTES + pageSize;
    this.count = Math.max(Math.floor((size - HEADER_BYTES) / this.#frameBytes), 0);
    this.#isLittleEndian = header.readUInt32BE(0) === LITTLE_ENDIAN;
    this.#salt = header.subarray(16, 24);
    this.#read = Buffer.alloc(AT_ONCE * this.#frameBytes);
  }

  at(n: number): Buffer {
    const first = n - (n % AT_ONCE);
    if (first !== this.#first) {
      readSync(this.#descriptor, this.#read, 0, this.#read.length, this.offsetOf(first));
      this.#first = first;
    }
    return this.#read.subarray((n - first) * this.#frameBytes, (n - first + 1) * this.#frameBytes);
  }

  offsetOf(n: number): number {
    return HEADER_BYTES + n * this.#frameBytes;
  }

  /** A log is begun again over what it held before; that has other salts. */
  isOfThisLog(frame: Buffer): boolean {
    return frame.subarray(8, 16).equals(this.#salt);
  }

  sum(frame: Buffer, sum: Sum): void {
    addTo(sum, frame.subarray(0, 8), this.#isLittleEndian);
    addTo(sum, frame.subarray(FRAME_HEADER_BYTES), this.#isLittleEndian);
  }
}

const AT_ONCE = 64;

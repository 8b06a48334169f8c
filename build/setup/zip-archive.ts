/**
 * Reads chosen files out of a zip archive without unpacking the rest.
 *
 * Node has the decompression but no zip reader, and a machine may have no
 * `unzip`. Covers what the one archive we read needs: stored and deflated
 * entries, no encryption, under 4 GiB. Memory: one unpacked entry at a time.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { crc32, inflateRawSync } from "node:zlib";

export type ZipEntry = {
  readonly name: string;
  /** Unix permission bits, as the archive's maker had them. */
  readonly mode: number;
  readonly read: () => Buffer;
};

const END_OF_DIRECTORY = 0x06054b50;
const END_OF_DIRECTORY_BYTES = 22;
const DIRECTORY_ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const LONGEST_COMMENT = 0xffff;
const DEFLATED = 8;

/** Calls `visit` for each file (not folder); entries can be read only during that call. */
export function visitZipEntries(file: string, visit: (entry: ZipEntry) => void): void {
  const descriptor = openSync(file, "r");
  try {
    for (const entry of listEntries(descriptor)) visit(entry);
  } finally {
    closeSync(descriptor);
  }
}

function* listEntries(descriptor: number): Generator<ZipEntry> {
  const directory = readDirectory(descriptor);
  let at = 0;
  while (at < directory.length) {
    const nameBytes = directory.readUInt16LE(at + 28);
    const nameStart = at + DIRECTORY_ENTRY_BYTES;
    const name = directory.toString("utf8", nameStart, nameStart + nameBytes);
    const location = {
      deflated: directory.readUInt16LE(at + 10) === DEFLATED,
      checksum: directory.readUInt32LE(at + 16),
      packedBytes: directory.readUInt32LE(at + 20),
      header: directory.readUInt32LE(at + 42),
    };
    const mode = (directory.readUInt32LE(at + 38) >>> 16) & 0o777;
    if (!name.endsWith("/")) yield { name, mode, read: () => readEntry(descriptor, name, location) };
    at = nameStart + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
}

/** The list of entries stands at the end of the file, before a record that says where it starts. */
function readDirectory(descriptor: number): Buffer {
  const fileBytes = fstatSync(descriptor).size;
  const tail = readBytes(
    descriptor,
    Math.max(0, fileBytes - END_OF_DIRECTORY_BYTES - LONGEST_COMMENT),
    fileBytes,
  );
  for (let at = tail.length - END_OF_DIRECTORY_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_OF_DIRECTORY) continue;
    const start = tail.readUInt32LE(at + 16);
    return readBytes(descriptor, start, start + tail.readUInt32LE(at + 12));
  }
  throw new Error("not a zip archive");
}

type Location = {
  readonly deflated: boolean;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly header: number;
};

function readEntry(descriptor: number, name: string, location: Location): Buffer {
  const header = readBytes(descriptor, location.header, location.header + LOCAL_HEADER_BYTES);
  const start = location.header + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = readBytes(descriptor, start, start + location.packedBytes);
  const content = location.deflated ? inflateRawSync(packed) : packed;
  if (crc32(content) !== location.checksum) throw new Error(`${name} is damaged in the zip archive`);
  return content;
}

function readBytes(descriptor: number, start: number, end: number): Buffer {
  const bytes = Buffer.alloc(end - start);
  let filled = 0;
  while (filled < bytes.length) {
    const got = readSync(descriptor, bytes, filled, bytes.length - filled, start + filled);
    if (got === 0) throw new Error("the zip archive ends too early");
    filled += got;
  }
  return bytes;
}

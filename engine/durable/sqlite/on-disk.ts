/** What makes files and names outlast a power cut, and how much room a disk has. */

import { closeSync, fsyncSync, openSync, renameSync, rmSync, statfsSync } from "node:fs";
import { dirname } from "node:path";

/** Any descriptor of a file will do: what others have written to it is synced as well. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes new names and removals outlast a power cut. Windows can't open folders, and needs no such thing. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Gives `from`, which is synced, the name `to`: whoever looks finds the old file or the new one, whole. */
export function putInPlace(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** Removes a database that nobody has open, with what SQLite keeps beside one. */
export function removeDatabase(file: string): void {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
}

/** Bytes that may still be written to the disk of `folder`; without end where the system doesn't tell. */
export function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}

/** What is needed, rounded up. */
export const megabytes = (bytes: number): string => `${String(Math.ceil(bytes / 1e6))} MB`;

/** What is there, rounded down. */
export const wholeMegabytes = (bytes: number): string => `${String(Math.floor(bytes / 1e6))} MB`;

/** A disk of 40 MB of its own, to be filled: a tmpfs, where one can be mounted. */

import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SIZE = "40m";
const CHUNK = 64 * 1_024;

/** Null, or why there can be no such disk here. */
export const noSmallDisk = ((): string | null => {
  const disk = mount();
  if (disk === undefined) return "no tmpfs can be mounted";
  unmount(disk);
  return null;
})();

/** The folder on which it is mounted; undefined if that isn't possible. */
export function mount(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "lab-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE}`, "lab-test", folder], { stdio: "ignore" });
    return folder;
  } catch {
    rmdirSync(folder);
    return undefined;
  }
}

export function unmount(folder: string): void {
  // Lazily: a test that has failed may leave something open.
  execFileSync("umount", ["--lazy", folder]);
  rmdirSync(folder);
}

export function makeReadOnly(folder: string): void {
  execFileSync("mount", ["-o", "remount,ro", folder]);
}

/** Takes all the room on the disk of `folder` but `left` bytes; gives what frees it again. */
export function fill(folder: string, left = 0): () => void {
  const ballast = join(mkdtempSync(join(folder, "ballast-")), "ballast");
  const spare = join(folder, "spare");
  write(spare, left);
  write(ballast, Infinity);
  rmSync(spare);
  return () => rmSync(ballast);
}

function write(file: string, bytes: number): void {
  const descriptor = openSync(file, "w");
  const chunk = Buffer.alloc(CHUNK);
  try {
    for (let written = 0; written < bytes;) {
      written += writeSync(descriptor, chunk, 0, Math.min(CHUNK, bytes - written));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(descriptor);
  }
}

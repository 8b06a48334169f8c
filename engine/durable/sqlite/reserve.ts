/**
 * Room kept for bad times: a file beside the database that is given back when the disk is full, so that results and
 * operators' commands can still be stored, and made again once there is room. Looking for room costs one system call.
 */

import { randomFillSync } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { megabytes, roomIn } from "./on-disk.ts";
import { isDiskFull } from "./trouble.ts";

/** What a log that is about to be moved into the file needs there, twice. */
export const RESERVE_BYTES = 8_000_000;
const CHUNK = 1_000_000;
const LEAST_TO_OPEN = 1_000_000;

export class Reserve {
  readonly #database: string;
  readonly #file: string;
  readonly #unfinished: string;
  #isThere: boolean;
  #isShort = false;

  constructor(database: string) {
    this.#database = database;
    this.#file = `${database}.reserve`;
    this.#unfinished = `${this.#file}.unfinished`;
    rmSync(this.#unfinished, { force: true });
    this.#isThere = statSync(this.#file, { throwIfNoEntry: false })?.size === RESERVE_BYTES;
    // Even to be opened, a database needs some room beside it.
    if (this.#isThere && roomIn(dirname(database)) < LEAST_TO_OPEN) this.giveBack();
  }

  /** Why only little is stored, and what to do; null while there is room. */
  get shortage(): string | null {
    if (!this.#isShort) return null;
    return `The disk that holds ${this.#database} is full. Remove what isn't needed there, at least ${megabytes(2 * RESERVE_BYTES)}. Until then nothing is handed out and no job is taken on; results and operators' commands are stored in the little room that is left. The lab goes on by itself once there is room.`;
  }

  /** The disk is full: makes room, if that hasn't been done yet. */
  giveBack(): void {
    this.#isShort = true;
    this.#isThere = false;
    rmSync(this.#file, { force: true });
  }

  /** Makes the file if it is missing and there is room for it and as much again. */
  keep(): void {
    if (this.#isThere) return;
    this.#isShort = roomIn(dirname(this.#database)) < 2 * RESERVE_BYTES || !this.#make();
    this.#isThere = !this.#isShort;
  }

  /** Tells whether there was room. */
  #make(): boolean {
    const descriptor = openSync(this.#unfinished, "w");
    try {
      const chunk = Buffer.alloc(CHUNK);
      for (let written = 0; written < RESERVE_BYTES; written += CHUNK) {
        // Zeros, or one chunk again and again, might take no room on a disk that compresses.
        writeSync(descriptor, randomFillSync(chunk));
      }
      fsyncSync(descriptor);
    } catch (error) {
      rmSync(this.#unfinished, { force: true });
      if (isDiskFull(error)) return false;
      throw error;
    } finally {
      closeSync(descriptor);
    }
    renameSync(this.#unfinished, this.#file);
    return true;
  }
}

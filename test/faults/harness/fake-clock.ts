/** A wall clock that a test sets, for a process that is started with it; the time that runs is left alone. */

import { spawnSync } from "node:child_process";
import { renameSync, writeFileSync } from "node:fs";

/** The library that `faketime` puts between a program and the system. */
function library(): string | undefined {
  const { status, stdout } = spawnSync("faketime", ["-f", "+0", "printenv", "LD_PRELOAD"], {
    encoding: "utf8",
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** Why there is none; undefined if there is. */
export const fakeClockMissing = (): string | undefined =>
  library() === undefined ? "there is no faketime on this machine" : undefined;

export class FakeClock {
  readonly env: NodeJS.ProcessEnv;
  readonly #file: string;

  /** `file`: where it is kept how far the clock is off. */
  constructor(file: string) {
    this.#file = file;
    this.set(0);
    this.env = {
      LD_PRELOAD: library(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      DONT_FAKE_MONOTONIC: "1",
    };
  }

  /** Seconds by which the clock is wrong from now on. */
  set(off: number): void {
    // In one step: the process reads it at any time.
    writeFileSync(`${this.#file}.new`, `${off < 0 ? "" : "+"}${off}\n`);
    renameSync(`${this.#file}.new`, this.#file);
  }
}

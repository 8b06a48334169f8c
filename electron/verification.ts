/**
 * Proves at each start that the open database is whole, and tells what isn't. In a process of its own, which can be ended
 * at once when the app ends: a thread that is in the middle of SQLite's own checks can't.
 */

import { utilityProcess, type UtilityProcess } from "electron";

export class Verification {
  readonly #processFile: string;
  #process: UtilityProcess | undefined;
  #gone: Promise<void> = Promise.resolve();
  #damage: string | null = null;
  #ended = false;

  /** `processFile`: the bundle that verifies. */
  constructor(processFile: string) {
    this.#processFile = processFile;
  }

  /** In one sentence or two, with what to do; null while nothing is known to be wrong. */
  get damage(): string | null {
    return this.#damage;
  }

  /** Calls `onDamage` if it comes to something. Wants the app to be ready. */
  begin(database: string, nativeBinding: string | undefined, onDamage: () => void): void {
    if (this.#ended || this.#process) return;
    const verifying = utilityProcess.fork(
      this.#processFile,
      [database, ...(nativeBinding === undefined ? [] : [nativeBinding])],
      { serviceName: "Lab Dispatcher verification" },
    );
    this.#process = verifying;
    let answer: string | null = CUT_OFF;
    verifying.once("message", (said: string | null) => {
      answer = said;
    });
    this.#gone = new Promise((resolve) => {
      verifying.once("exit", () => {
        resolve();
        if (this.#ended || answer === null) return;
        this.#damage = answer;
        onDamage();
      });
    });
  }

  /** Gives it up if it still goes on; settles when its process is gone. */
  end(): Promise<void> {
    this.#ended = true;
    this.#process?.kill();
    return this.#gone;
  }
}

const CUT_OFF =
  "The verification of the database was cut off, so it isn't known to be whole. Run lab verify.";

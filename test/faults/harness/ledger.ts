/** What was asked of a lab and what it answered, kept outside of the process that is hurt. */

import { setTimeout as pause } from "node:timers/promises";
import { Rejected, type Command, type CommandName, type ResultOf } from "../../../engine/index.ts";
import { ProcessEnded, type LabProcess } from "./lab-process.ts";

export interface Entry {
  readonly command: Command;
  readonly actor: string;
  /** The number of the question, by which a process answers. */
  readonly number: number;
  /** Absent: not answered, or that the outcome is unknown. */
  readonly answer?: { readonly value: unknown };
  /** The code of a refusal: nothing was done then. */
  readonly refusal?: string;
}

/** Milliseconds for which something is asked again. */
const PATIENCE = 10_000;

export class Ledger {
  readonly entries: Entry[] = [];
  /** How many answers said that the outcome is unknown. */
  storageFailures = 0;
  /** What must not be of requests that were repeated, a sentence each. */
  readonly findings: string[] = [];
  readonly #retries: boolean;
  #requests = 0;
  #hasGivenUp = false;

  /** `retries`: what may not have been done is asked again under the same request id until it is (rule D5). */
  constructor({ retries = false } = {}) {
    this.#retries = retries;
  }

  get answered(): Entry[] {
    return this.entries.filter(({ answer }) => answer !== undefined);
  }

  /**
   * Gives a command, again and again if it is to be; gives undefined where it was refused or its outcome is unknown.
   * @throws ProcessEnded
   */
  async give<N extends CommandName>(
    lab: LabProcess,
    command: Command<N>,
    actor: string,
  ): Promise<ResultOf<N> | undefined> {
    if (!this.#retries) return this.#give(lab, command, { actor });
    this.#requests += 1;
    const requestId = `request-${this.#requests}`;
    const start = performance.now();
    for (let time = 0; ; time += 1) {
      const value = await this.#give(lab, command, { actor, requestId });
      const refusal = this.entries.findLast(({ command: asked }) => asked === command)?.refusal;
      if (time > 0 && refusal === "DUPLICATE_JOB") {
        this.findings.push(`asked again under the same request id, ${JSON.stringify(command)} was refused`);
      }
      if (value !== undefined || refusal !== undefined) return value;
      if (performance.now() - start > PATIENCE) this.#hasGivenUp = true;
      if (this.#hasGivenUp) return undefined;
      await pause(100);
    }
  }

  async #give<N extends CommandName>(
    lab: LabProcess,
    command: Command<N>,
    { actor, requestId }: { readonly actor: string; readonly requestId?: string },
  ): Promise<ResultOf<N> | undefined> {
    const place = this.entries.length;
    const answer = lab.perform(command, actor, requestId);
    const asked = { command: command as Command, actor, number: lab.asked };
    this.entries.push(asked);
    try {
      const value = await answer;
      this.entries[place] = { ...asked, answer: { value } };
      return value;
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      if (error.code === "STORAGE_FAILED") this.storageFailures += 1;
      else this.entries[place] = { ...asked, refusal: error.code };
      return undefined;
    }
  }

  /** The same, where only the answers with these numbers have left. */
  asOf(numbers: ReadonlySet<number>): Ledger {
    const ledger = new Ledger();
    for (const entry of this.entries) {
      const { command, actor, number } = entry;
      ledger.entries.push(numbers.has(number) ? entry : { command, actor, number });
    }
    return ledger;
  }
}

/** Does `work` until it is done or the process has ended. */
export async function untilEnded(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error;
  }
}

/** One process that opens one file after the other, as a new start would, and tells what it found. */

import { DatabaseRefused } from "../../../engine/index.ts";
import { judge } from "./judge.ts";
import { LabProcess, ProcessEnded } from "./lab-process.ts";
import type { Ledger } from "./ledger.ts";

export class Looker {
  readonly #root: string;
  #lab: LabProcess | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** Opens `file`, compares it with `ledger`, lets it work, and closes it. Gives what must not be. */
  async look(file: string, ledger: Ledger): Promise<string[]> {
    const lab = (this.#lab ??= new LabProcess({ root: this.#root }));
    try {
      const { news } = await lab.open({ file });
      const findings = judge(file, ledger);
      if (news.loss !== null) findings.push(`nothing may be lost, but told is: ${news.loss}`);
      await lab.perform({ name: "claim" });
      await lab.close();
      return findings;
    } catch (error) {
      if (error instanceof ProcessEnded) this.#lab = undefined;
      if (error instanceof DatabaseRefused) return [`a new start was refused: ${error.message}`];
      return [`a new start was not possible: ${String(error)}`];
    }
  }

  async leave(): Promise<void> {
    await this.#lab?.leave();
  }
}

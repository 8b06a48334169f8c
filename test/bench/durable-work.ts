/**
 * What callers ask of a durable lab. Each gives its next command when the one before is answered, so that as many
 * commands are under way as there are callers.
 */

import type { Command, CommandName, DurableLab, ResultOf } from "../../engine/index.ts";
import { flat } from "./measure.ts";

type Give = <N extends CommandName>(command: Command<N>) => Promise<ResultOf<N>>;

export interface Work {
  readonly name: string;
  /** The commands of one turn. */
  readonly commands: number;
  /** Needs jobs that are there before. */
  readonly onStanding: boolean;
  readonly takeTurn: (give: Give, turn: number) => Promise<void>;
}

const submission = (turn: number): Command<"submit"> => ({
  name: "submit",
  id: flat(`extract-${turn}`),
  backoff: 0,
});

async function claimed(give: Give) {
  const claim = await give({ name: "claim" });
  if (claim === null) throw new Error("there was no job left to claim");
  return { id: claim.id, token: claim.token };
}

export const SUBMIT: Work = {
  name: "submit",
  commands: 1,
  onStanding: false,
  takeTurn: async (give, turn) => {
    await give(submission(turn));
  },
};

export const CLAIM_COMPLETE: Work = {
  name: "claim+complete",
  commands: 2,
  onStanding: true,
  takeTurn: async (give) => {
    await give({ name: "complete", ...(await claimed(give)) });
  },
};

/** Every fourth job fails, and is tried again at once. */
export const MIXED: Work = {
  name: "mixed",
  commands: 4,
  onStanding: false,
  takeTurn: async (give, turn) => {
    await give(submission(turn));
    const claim = await claimed(give);
    await give({ name: "heartbeat", ...claim });
    await give({ name: turn % 4 === 0 ? "reportFailure" : "complete", ...claim });
  },
};

export const WORKS = [SUBMIT, CLAIM_COMPLETE, MIXED] as const;

/** Callers of one lab that all do the same work. */
export class Crew {
  readonly #lab: DurableLab;
  readonly #work: Work;
  #turns = 0;

  constructor(lab: DurableLab, work: Work) {
    this.#lab = lab;
    this.#work = work;
  }

  /** Gives at least `commands` commands by so many callers. Gives how many, how long all took, and each answer, in ms. */
  async run(callers: number, commands: number): Promise<Shift> {
    const turns = Math.ceil(commands / this.#work.commands / callers);
    const answers: number[] = [];
    const start = performance.now();
    await Promise.all(
      Array.from({ length: callers }, async (_, caller) => {
        const give = this.#givenBy(`robot-${caller}`, answers);
        for (let turn = 0; turn < turns; turn += 1) await this.#work.takeTurn(give, (this.#turns += 1));
      }),
    );
    const millis = performance.now() - start;
    return { commands: answers.length, millis, answers };
  }

  #givenBy(actor: string, answers: number[]): Give {
    return async (command) => {
      const asked = performance.now();
      const result = await this.#lab.perform(command, { actor });
      answers.push(performance.now() - asked);
      return result;
    };
  }
}

export interface Shift {
  readonly commands: number;
  readonly millis: number;
  readonly answers: readonly number[];
}

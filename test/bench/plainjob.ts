/**
 * The rival of the durable bench: plainjob, a job queue on SQLite, in as many processes as its guide has, one for each
 * processor, or fewer where that is faster. Set to lose nothing, as the lab is.
 */

import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openPlainjob, TYPE, type Task } from "./plainjob-process.ts";

/** One round, milliseconds. */
export const ROUND = 600;

export class PlainjobProcesses {
  readonly #children: readonly ChildProcess[];

  static async start(file: string, task: Task, count: number): Promise<PlainjobProcesses> {
    const children = Array.from({ length: count }, () =>
      fork(new URL("plainjob-process.ts", import.meta.url), [file, task]),
    );
    await Promise.all(children.map((child) => once(child, "message")));
    return new PlainjobProcesses(children);
  }

  private constructor(children: readonly ChildProcess[]) {
    this.#children = children;
  }

  /** Jobs a second that were added, or claimed and completed. */
  async round(): Promise<number> {
    const rates = this.#children.map(async (child) => {
      child.send(ROUND);
      const [rate] = (await once(child, "message")) as [number];
      return rate;
    });
    return (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0);
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#children.map((child) => {
        child.disconnect();
        return once(child, "exit");
      }),
    );
  }
}

/** Makes a queue with so many jobs to be done. */
export function fillPlainjob(file: string, count: number): void {
  const queue = openPlainjob(file);
  queue.addMany(
    TYPE,
    Array.from({ length: count }, (_, index) => ({ id: `extract-${index}` })),
  );
  queue.close();
}

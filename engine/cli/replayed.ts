/** The two systems that a trace can be replayed on, behind one face. */

import {
  DurableLab,
  LabDispatcher,
  perform,
  type Command,
  type CommandName,
  type ResultOf,
} from "../index.ts";
import { BadTrace } from "./trace.ts";

export interface Replayed {
  /** Throws Rejected if the call is refused. `now` is undefined for calls that take no time. */
  perform(call: {
    readonly command: Command;
    readonly now: number | undefined;
  }): Promise<ResultOf<CommandName>>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** In memory a restart is nothing. */
export function openInMemory(maxFailures: number): Replayed {
  const lab = new LabDispatcher({ maxFailures });
  return {
    perform: ({ command, now }) => new Promise((resolve) => resolve(perform(lab, command, now ?? lab.clock))),
    restart: async () => {},
    close: async () => {},
  };
}

/** Time is the trace's; every move of the clock is stored. Throws BadTrace if the file was made otherwise. */
export async function openDurable(file: string, maxFailures: number): Promise<Replayed> {
  const open = () => DurableLab.open({ file, maxFailures, replay: true });
  let lab = await open();
  const stored = lab.news.maxFailures;
  if (stored !== maxFailures) {
    await lab.close();
    throw new BadTrace(1, `max_failures is ${String(stored)} in ${file}, not ${String(maxFailures)}`);
  }
  return {
    perform: ({ command, now }) => lab.perform(command, { actor: "replay", now }),
    restart: async () => {
      await lab.close();
      lab = await open();
    },
    close: () => lab.close(),
  };
}

/** The two systems that a trace can be replayed on, behind one face. */

import {
  DurableLab,
  LabDispatcher,
  perform,
  type Command,
  type CommandName,
  type ResultOf,
} from "../index.ts";

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
    perform: async ({ command, now }) => perform(lab, command, now ?? lab.clock),
    restart: async () => {},
    close: async () => {},
  };
}

/** Time is the trace's; every move of the clock is stored. Throws DatabaseRefused, also if the file disagrees. */
export async function openDurable(file: string, maxFailures: number): Promise<Replayed> {
  const open = () => DurableLab.open({ file, maxFailures, replay: true });
  let lab = await open();
  return {
    perform: ({ command, now }) => lab.perform(command, { actor: "replay", now }),
    restart: async () => {
      await lab.close();
      lab = await open();
    },
    close: () => lab.close(),
  };
}

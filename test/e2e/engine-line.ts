/**
 * The line between window and engine, as a test listens in and holds it: what goes over it is untouched, but the
 * calls of one name wait until they are let go, so that what a person does meanwhile is done in between for sure.
 */

import type { ElectronApplication } from "@playwright/test";
import { CALL } from "../../electron/api/channels.ts";
import type { Call } from "../../electron/api/contract.ts";

/** Where the main process keeps what was heard, and how to let go what waits. */
interface Line {
  /** What answers the calls, however often a test begins to listen. */
  engine?: (event: unknown, name: string, request: unknown) => unknown;
  calls: string[];
  letGo: () => void;
}

/** From now on every call is counted, and those called `held`, if any, wait for `letGo`. */
export async function listen(app: ElectronApplication, held?: Call): Promise<void> {
  await app.evaluate(
    ({ ipcMain }, { channel, name: heldName }) => {
      type Handlers = Map<string, NonNullable<Line["engine"]>>;
      const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Handlers };
      const line = globalThis as unknown as Line;
      const engine = line.engine ?? handlers.get(channel);
      if (engine === undefined) throw new Error("nobody answers on this line");
      line.engine = engine;
      line.calls = [];
      const open = new Promise<void>((resolve) => {
        line.letGo = resolve;
      });
      handlers.set(channel, async (event, name, request) => {
        line.calls.push(name);
        if (name === heldName) await open;
        return engine(event, name, request);
      });
    },
    { channel: CALL, name: held },
  );
}

export const letGo = (app: ElectronApplication): Promise<void> =>
  app.evaluate(() => {
    (globalThis as unknown as Line).letGo();
  });

/** How often a call was made since the line was listened in to. */
export const callsOf = (app: ElectronApplication, name: Call): Promise<number> =>
  app.evaluate(
    (_electron, wanted) => (globalThis as unknown as Line).calls.filter((call) => call === wanted).length,
    name,
  );

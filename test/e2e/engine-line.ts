/** The line between window and engine, as a test slows it down and listens in. What goes over it is untouched. */

import type { ElectronApplication } from "@playwright/test";
import { CALL } from "../../electron/api/channels.ts";
import type { Call } from "../../electron/api/contract.ts";

interface Orders {
  /** How long each answer takes. */
  readonly delay?: number;
  /** The one call that this is about; else all are. */
  readonly only?: Call;
}

/** From now on calls go by `orders`. */
export async function holdLine(app: ElectronApplication, orders: Orders): Promise<void> {
  await app.evaluate(
    ({ ipcMain }, { channel, delay = 0, only }) => {
      type Handler = (event: unknown, name: string, request: unknown) => unknown;
      const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, Handler> };
      const line = globalThis as unknown as { engine: Handler | undefined; calls: string[] };
      line.engine ??= handlers.get(channel);
      line.calls = [];
      handlers.set(channel, async (event, name, request) => {
        line.calls.push(name);
        if (only !== undefined && only !== name) return line.engine?.(event, name, request);
        if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
        return line.engine?.(event, name, request);
      });
    },
    { channel: CALL, ...orders },
  );
}

/** How often a call was made since the line was held. */
export const callsOf = (app: ElectronApplication, name: Call): Promise<number> =>
  app.evaluate(
    (_electron, wanted) =>
      (globalThis as unknown as { calls: string[] }).calls.filter((call) => call === wanted).length,
    name,
  );

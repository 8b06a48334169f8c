/** The only door to the engine: asks `window.lab`, and turns a refusal into a thrown `Refused`. */

import type { Call, Lab, Request, Results } from "../../electron/api/contract.ts";
import { Refused } from "./refusal.ts";

declare global {
  interface Window {
    readonly lab: Lab;
  }
}

export async function ask<C extends Call>(name: C, request: Request<C>): Promise<Results[C]> {
  const answer = await window.lab.call(name, request);
  if (!answer.ok) throw new Refused(answer.refusal);
  return answer.value;
}

export const onChange: Lab["onChange"] = (listener) => window.lab.onChange(listener);
export const onMenu: Lab["onMenu"] = (listener) => window.lab.onMenu(listener);

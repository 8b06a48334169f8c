/** What a served lab can be asked, and what it says: plain data, a line each. */

import type { Command, DurableOptions, LabNews, Order, Reading, Rejection } from "../../../engine/index.ts";

export type Ask = { readonly number: number } & (
  | { readonly to: "open"; readonly options: DurableOptions }
  | { readonly to: "perform"; readonly command: Command; readonly order: Order }
  | { readonly to: "read"; readonly reading: Reading }
  | { readonly to: "look" }
  | { readonly to: "close" }
);

export type Answer = { readonly number: number } & (
  { readonly value: unknown } | { readonly rejection: Rejection } | { readonly refused: string }
);

export interface Look {
  readonly news: LabNews;
  /** What the process takes the time to be. */
  readonly wall: number;
  readonly memory: NodeJS.MemoryUsage;
}

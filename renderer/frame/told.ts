/** What is told quietly, until somebody has seen it: answers that were lost, and what happened of late. */

import type { Notice, Status } from "../../electron/api/contract.ts";
import type { Millis } from "../../engine/model.ts";

const DAY: Millis = 86_400_000;
const MOST = 3;

export interface Told {
  readonly loss: string | null;
  /** The newest, the latest first. */
  readonly notices: readonly Notice[];
  /** How many older ones there are besides. */
  readonly more: number;
  /** What to remember of the notices, the older ones too, once they are dismissed. */
  readonly keys: readonly string[];
}

/** Less what was `dismissed`, what is over a day old, and what the banner above says just now. */
export function toldOf(
  { trouble, loss, notices }: Pick<Status, "trouble" | "loss" | "notices">,
  dismissed: ReadonlySet<string>,
  now: Millis,
): Told {
  // The clock may have been put back: what seems to be to come has just happened.
  const left = notices.filter(
    (notice) => now - notice.at < DAY && notice.text !== trouble && !dismissed.has(keyOf(notice)),
  );
  return {
    loss: loss === null || dismissed.has(loss) ? null : loss,
    notices: left.slice(-MOST).reverse(),
    more: Math.max(0, left.length - MOST),
    keys: left.map(keyOf),
  };
}

export const keyOf = ({ at, text }: Notice): string => `${String(at)} ${text}`;

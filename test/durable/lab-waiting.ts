/** Waiting for what a lab tells by itself. */

import type { DurableLab } from "../../engine/index.ts";

/** Settles when `condition` holds, which is looked at again after each change of `lab`. */
export function until(lab: DurableLab, condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = lab.onChange(look);
    look();

    function look() {
      if (!condition()) return;
      stop();
      resolve();
    }
  });
}

/** A lab to be restored. */

import type { DurableLab } from "../../engine/index.ts";
import { by } from "./durable-test.ts";

/** `running` is claimed, `next` ready, `after` waits for both, `stuck` is held and `behind` waits for it. */
export async function fill(lab: DurableLab): Promise<number> {
  const ada = by(lab);
  await ada({
    name: "submitMany",
    jobs: [
      { id: "running", backoff: 0 },
      { id: "next", backoff: 0 },
      { id: "after", backoff: 0, after: ["running", "next"] },
      { id: "stuck", backoff: 0 },
      { id: "behind", backoff: 0, after: ["stuck"] },
      { id: "tomorrow", backoff: 0, notBefore: 9e15 },
    ],
  });
  await ada({ name: "hold", id: "stuck" });
  return (await by(lab, "star")({ name: "claim" }))?.token ?? 0;
}

/**
 * A process to be killed: `node busy-lab.ts FILE busy|idle` opens a lab and, if busy, has eight callers give it
 * commands without end. Prints one line of JSON for each answer, as soon as it has it.
 */

import { DurableLab, Rejected } from "../../engine/index.ts";

/** What a line says. */
export type Acknowledged =
  | { readonly did: "open" | "submit" | "complete" | "reportFailure"; readonly id: string }
  | { readonly did: "claim"; readonly id: string; readonly token: number };

const [file = "", mode] = process.argv.slice(2);
const lab = await DurableLab.open({ file, maxFailures: 3, lease: 5_000, onExpiry: "retry" });
say({ did: "open", id: String(process.pid) });
if (mode === "busy") await Promise.all(Array.from({ length: 8 }, (_, caller) => work(caller)));
else setInterval(() => {}, 1_000);

/** Submits, claims, and completes or fails what it got. */
async function work(caller: number): Promise<never> {
  const order = { actor: `robot-${String(caller)}` };
  for (let n = 0; ; n += 1) {
    const id = `${String(process.pid)}-${String(caller)}-${String(n)}`;
    await lab.perform({ name: "submit", id, backoff: n % 3 }, order);
    say({ did: "submit", id });
    // Some leases are over before their robot is.
    const lease = n % 5 === 0 ? 1 : null;
    const claim = await lab.perform({ name: "claim", lease }, order);
    if (claim === null) continue;
    say({ did: "claim", id: claim.id, token: claim.token });
    const did = n % 4 === 0 ? "reportFailure" : "complete";
    try {
      await lab.perform({ name: did, id: claim.id, token: claim.token }, order);
      say({ did, id: claim.id });
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
    }
  }
}

/** Writing to a pipe is synchronous here: the line has left before anything else is done. */
function say(line: Acknowledged): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

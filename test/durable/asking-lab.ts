/**
 * A process to be killed: `node asking-lab.ts FILE` opens a lab and has a robot claim without end, each time with a
 * request id of its own. Prints one line of JSON for each answer, as soon as it has it.
 */

import { DurableLab } from "../../engine/index.ts";

export interface AskedClaim {
  readonly requestId: string;
  readonly token: number;
}

const [file = ""] = process.argv.slice(2);
const lab = await DurableLab.open({ file, maxFailures: 3 });
for (let n = 0; ; n += 1) {
  const requestId = `${String(process.pid)}-${String(n)}`;
  await lab.perform({ name: "submit", id: requestId, backoff: 0 }, { actor: "ada" });
  const claim = await lab.perform({ name: "claim" }, { actor: "star", requestId });
  if (claim === null) throw new Error("there was no job");
  process.stdout.write(`${JSON.stringify({ requestId, token: claim.token } satisfies AskedClaim)}\n`);
}

/**
 * Makes a lab that holds what only robots and operators elsewhere can bring about, in all states:
 * `node test/e2e/varied-lab.ts FILE [paused]`. A process of its own, so that nobody has the file open when the app starts.
 */

import { setTimeout } from "node:timers/promises";
import { DurableLab, type ClaimOptions, type JobOptions } from "../../engine/index.ts";

const HOUR = 3_600_000;
const [file, ...options] = process.argv.slice(2);
if (file === undefined) throw new Error("which file?");

const lab = await DurableLab.open({ file, maxFailures: 2 });

await submit("extract-01");
await complete(await claim("ot2-3"));

await submit("extract-02");
await submit("amplify-02", { after: ["extract-02"] });
await lab.perform({ name: "cancel", id: "extract-02", withDependents: true }, anna("sample lost"));

await submit("extract-03");
await claim("tecan-2");
await lab.perform({ name: "completeByHand", id: "extract-03" }, anna("done at the bench"));

// Nobody hears of this robot again: somebody has to look at the plate first.
await submit("extract-04", { onExpiry: "inspect" });
await silence("hamilton-1");

await submit("extract-05", { maxFailures: 1 });
await submit("amplify-05", { after: ["extract-05"] });
await silence("hamilton-1");
await lab.perform({ name: "hold", id: "extract-05" }, anna("wait for the technician"));

await submit("extract-06");
for (const reason of ["tip rack empty", "tip rack still empty"]) await fail(await claim("ot2-3"), reason);

await submit("extract-07");
await claim("ot2-3", { lease: HOUR });

await submit("extract-08");
await claim("tecan-2");

await submit("extract-09");
await submit("amplify-09", { after: ["extract-09"] });
await lab.perform({ name: "hold", id: "extract-09" }, anna("waiting for new labels"));
await lab.perform({ name: "hold", id: "amplify-09" }, anna("waiting for new labels"));

await submit("extract-10", { priority: 3, requires: ["pipette-8", "magnet"], labels: ["PL-0410", "S-0031"] });
await lab.perform({ name: "setPriority", id: "extract-10", priority: 5 }, anna("rush for PL-0410"));

await submit("extract-11");
await lab.perform({ name: "hold", id: "extract-11" }, anna("deck is being cleaned"));
await lab.perform({ name: "unhold", id: "extract-11" }, anna("deck is clean"));

await lab.perform({ name: "releaseClaim", id: "extract-08" }, anna("robot is off"));
await lab.perform({ name: "redrive", id: "extract-06" }, anna("tip rack refilled"));
if (options.includes("paused")) await lab.perform({ name: "pause" }, anna("new tips"));
await lab.close();

function submit(id: string, options: JobOptions & { readonly after?: readonly string[] } = {}) {
  return lab.perform({ name: "submit", id, backoff: 0, ...options }, { actor: "lims" });
}

/** The next job for this robot: the only one that is ready. */
async function claim(robot: string, options: ClaimOptions = {}) {
  const claimed = await lab.perform({ name: "claim", ...options }, { actor: robot });
  if (claimed === null) throw new Error("nothing is ready");
  return { ...claimed, robot };
}

type Claimed = Awaited<ReturnType<typeof claim>>;

function complete({ id, token, robot }: Claimed) {
  return lab.perform({ name: "complete", id, token }, { actor: robot });
}

function fail({ id, token, robot }: Claimed, reason: string) {
  return lab.perform({ name: "reportFailure", id, token }, { actor: robot, reason });
}

/** Claims the next job for no time at all, and waits until that is noticed. */
async function silence(robot: string): Promise<void> {
  const { id } = await claim(robot, { lease: 1 });
  for (;;) {
    const { state } = await lab.read({ name: "job", id });
    if (state !== "claimed") return;
    await setTimeout(10);
  }
}

function anna(reason: string) {
  return { actor: "anna", reason };
}

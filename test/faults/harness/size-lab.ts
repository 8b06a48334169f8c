/**
 * A big lab: `node size-lab.ts fill|measure FILE SIZES`. Fills a file, or opens it and measures from inside, where
 * the app's main thread would be; prints what it found as a line of JSON.
 */

import { monitorEventLoopDelay } from "node:perf_hooks";
import { DurableLab, type Claim, type Command, type JobState } from "../../../engine/index.ts";
import type { BigSizes, Measured } from "./big-sizes.ts";

const ORDER = { actor: "ada" };
const CHUNK = 5_000;
const RESOLUTION = 1;

const [, , what, file = "", sizes = "{}"] = process.argv;
const { live, finished, callers, rounds } = JSON.parse(sizes) as BigSizes;
if (what === "fill") await fill();
else process.stdout.write(`${JSON.stringify(await measure())}\n`);

async function fill(): Promise<void> {
  const lab = await DurableLab.open({ file });
  for (let from = 0; from < finished; from += CHUNK) {
    const ids = Array.from({ length: Math.min(CHUNK, finished - from) }, (_, n) => `finished-${from + n}`);
    await lab.perform({ name: "submitMany", jobs: ids.map((id) => ({ id, backoff: 0 })) }, ORDER);
    await Promise.all(
      ids.map((id) => lab.perform({ name: "completeByHand", id }, { ...ORDER, reason: "as given" })),
    );
  }
  for (let from = 0; from < live; from += CHUNK) {
    // Every fourth waits for the one before.
    const jobs = Array.from({ length: Math.min(CHUNK, live - from) }, (_, n) => ({
      id: `live-${from + n}`,
      backoff: 1_000,
      after: n % 4 === 3 ? [`live-${from + n - 1}`] : [],
    }));
    await lab.perform({ name: "submitMany", jobs }, ORDER);
  }
  await lab.close();
}

async function measure(): Promise<Measured> {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  const began = performance.now();
  const lab = await DurableLab.open({ file });
  const start = performance.now() - began;
  let commits = 0;
  lab.onChange(() => (commits += 1));
  const atRest = await timesOfLists(lab);
  const claims: Claim[] = [];
  const waits: number[] = [];
  let commands = 0;
  const timed = async <N extends "claim" | "complete">(command: Command<N>) => {
    commands += 1;
    return lab.perform(command, ORDER);
  };
  const working = Promise.all(
    Array.from({ length: callers }, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const asked = performance.now();
        const claim = await timed({ name: "claim" });
        waits.push(performance.now() - asked);
        if (claim === null) return;
        claims.push(claim);
        await timed({ name: "complete", id: claim.id, token: claim.token });
      }
    }),
  );
  const underLoad = await timesOfLists(lab);
  await working;
  const { rss } = process.memoryUsage();
  await lab.close();
  delays.disable();
  waits.sort((a, b) => a - b);
  const rank = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0;
  return {
    start,
    claims: claims.length,
    differentTokens: new Set(claims.map(({ token }) => token)).size,
    commandsACommit: commands / Math.max(1, commits),
    claimMedian: rank(0.5),
    claimP99: rank(0.99),
    listAtRest: Math.max(...atRest),
    listUnderLoad: Math.max(...underLoad),
    longestBlock: Math.max(0, delays.max / 1e6 - RESOLUTION),
    rss,
  };
}

/** How long each list that the window shows takes. */
async function timesOfLists(lab: DurableLab): Promise<number[]> {
  const lists: (readonly JobState[] | undefined)[] = [
    undefined,
    ["ready"],
    ["blocked"],
    ["quarantined"],
    ["completed"],
  ];
  const times: number[] = [];
  for (const states of lists) {
    const asked = performance.now();
    await lab.read({ name: "list", states, limit: 100 });
    times.push(performance.now() - asked);
  }
  return times;
}

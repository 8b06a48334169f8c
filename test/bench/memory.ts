/** What a job costs in memory beyond its id. */

import { LabDispatcher } from "../../engine/index.ts";
import { collectGarbage, flat, SIZES } from "./measure.ts";
import type { Aim, Report } from "./report.ts";
import { RivalQueue } from "./rival.ts";

const TERMS = { maxFailures: 2, lease: 1_000_000_000 };
const STEPS = ["extract", "amplify", "label", "sequence"] as const;

/** Just after the tables behind a Map have doubled, of which they then use half: the worst size. */
const AFTER_DOUBLING = 540_000;
const COUNTS = [SIZES[2], AFTER_DOUBLING, SIZES[3]] as const;

/** Each plate goes through four steps: so their ids, and so their chains. */
type Build = (ids: readonly string[]) => object;

const builds: Readonly<Record<string, Build>> = {
  "plain jobs": (ids) => plain(ids),
  "chains of four": chains,
  "claimed, with leases": (ids) => {
    const lab = plain(ids);
    times(ids, () => lab.claim(1));
    return lab;
  },
  "claimed, after a heartbeat": (ids) => {
    const lab = plain(ids);
    const claims = ids.map(() => lab.claim(1)!);
    for (const { id, token } of claims) lab.heartbeat(id, 2, token);
    return lab;
  },
  "waiting after a failure": (ids) => {
    const lab = plain(ids);
    times(ids, () => lab.reportFailure(lab.claim(1)!.id, 1));
    return lab;
  },
  "claimed, times of the wall clock": (ids) => {
    const now = Date.UTC(2026, 0);
    const lab = plain(ids, now);
    times(ids, () => lab.claim(now));
    return lab;
  },
  "completed (not aimed at)": (ids) => {
    const lab = plain(ids);
    times(ids, () => lab.complete(lab.claim(1)!.id, 1));
    return lab;
  },
  "rival, plain (for scale)": (ids) => {
    const queue = new RivalQueue(TERMS);
    for (const id of ids) queue.submit(id, 1_000_000, 0);
    return queue;
  },
};

const AIMED_AT: readonly string[] = Object.keys(builds).slice(0, 6);

export function memoryReport(): Report {
  const ids = Array.from({ length: COUNTS.at(-1)! }, (_, index) =>
    flat(`${STEPS[index % STEPS.length]!}-${10_000 + Math.floor(index / STEPS.length)}`),
  );
  // Code and its feedback are no part of a job.
  for (const build of Object.values(builds)) build(ids.slice(0, 5_000));
  const rows = Object.entries(builds).map(([name, build]) => ({
    name,
    bytes: COUNTS.map((count) => bytesAJob(build, ids.slice(0, count))),
  }));
  return {
    title: "Memory",
    about:
      "Bytes of heap a job, all garbage collected before and after; the texts of the ids are there before. " +
      `${AFTER_DOUBLING.toLocaleString("en")} jobs have just made the table of ids, and the rival's Map, double.`,
    tables: [
      {
        title: "bytes a job beyond its id, by jobs in the lab",
        columns: ["", ...COUNTS.map((count) => count.toLocaleString("en"))],
        rows: rows.map(({ name, bytes }) => [name, ...bytes]),
      },
    ],
    aims: rows
      .filter(({ name }) => AIMED_AT.includes(name))
      .map(({ name, bytes }): Aim => ({
        of: `bytes a job, ${name}, worst size`,
        value: Math.max(...bytes),
        wanted: { atMost: 400 },
      })),
  };
}

/** What is measured must stay in use until it is. */
const kept: object[] = [];

function bytesAJob(build: Build, ids: readonly string[]): number {
  kept.length = 0;
  collectGarbage();
  const before = usedBytes();
  kept.push(build(ids));
  collectGarbage();
  return (usedBytes() - before) / ids.length;
}

function times(ids: readonly string[], work: () => unknown): void {
  for (let count = 0; count < ids.length; count += 1) work();
}

function plain(ids: readonly string[], now = 0): LabDispatcher {
  const lab = new LabDispatcher(TERMS);
  for (const id of ids) lab.submit(id, 1_000_000, now);
  return lab;
}

function chains(ids: readonly string[]): LabDispatcher {
  const lab = new LabDispatcher(TERMS);
  for (const [index, id] of ids.entries()) {
    lab.submit(id, 1_000_000, 0, index % STEPS.length === 0 ? undefined : [ids[index - 1]!]);
  }
  return lab;
}

/** Typed arrays lie outside of the heap. */
function usedBytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** How long a durable lab takes from being opened to its first answer. */

import { join } from "node:path";
import { openDatabase } from "../../engine/durable/sqlite/open.ts";
import { fill, openLab } from "./durable-runs.ts";
import { collectGarbage, median } from "./measure.ts";

export interface Start {
  readonly jobs: number;
  readonly toFirstAnswer: number;
  /** SQLite alone, reading the same rows. */
  readonly reading: number;
}

/** Milliseconds, medians of `rounds`. */
export async function startOf(jobs: number, rounds: number, folder: string): Promise<Start> {
  const file = join(folder, `start-${jobs}.db`);
  const lab = await openLab(file);
  await fill(lab, jobs);
  await lab.close();
  const starts: number[] = [];
  const readings: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    collectGarbage();
    starts.push(await timeToFirstAnswer(file));
    collectGarbage();
    readings.push(timeToRead(file));
  }
  return { jobs, toFirstAnswer: median(starts), reading: median(readings) };
}

async function timeToFirstAnswer(file: string): Promise<number> {
  const start = performance.now();
  const lab = await openLab(file);
  const claim = await lab.perform({ name: "claim" }, { actor: "robot" });
  const millis = performance.now() - start;
  if (claim === null) throw new Error("there was no job to claim");
  await lab.close();
  return millis;
}

function timeToRead(file: string): number {
  const start = performance.now();
  const database = openDatabase(file, {});
  for (const table of ["job", "prerequisite"]) {
    const rows = database.writer.prepare(`SELECT * FROM ${table}`).raw().iterate();
    while (rows.next().done !== true);
  }
  database.close();
  return performance.now() - start;
}

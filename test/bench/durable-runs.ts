/**
 * A durable lab and SQLite alone, side by side. First a recorded lab does the work; then, round by round and in turns,
 * another lab does it again and SQLite alone writes what was recorded. Both go on in their file from round to round.
 */

import { closeSync, copyFileSync, fsyncSync, openSync } from "node:fs";
import { join } from "node:path";
import { DurableLab, type Submission } from "../../engine/index.ts";
import { Crew, type Shift, type Work } from "./durable-work.ts";
import { flat } from "./measure.ts";
import { checkSameRows, RawSqlite, takeRecording } from "./raw-sqlite.ts";
import { CHANNEL, COUNT } from "./recorder.ts";

/** Jobs that are there before in a lab from which jobs are claimed. */
const STANDING = 50_000;

/** Threads begin slowly, with code that isn't optimised yet: no running lab meets that. */
const WARM_UP = { callers: 64, commands: 12_800 };

export interface Setting {
  readonly work: Work;
  readonly callers: number;
  /** Commands a round. */
  readonly commands: number;
  readonly rounds: number;
}

/** Of a round. */
export interface Round {
  readonly lab: Shift;
  readonly rawMillis: number;
  /** Of each rival; commands a second. */
  readonly rivals: readonly number[];
}

export interface Run {
  readonly setting: Setting;
  readonly rounds: readonly Round[];
  readonly commandsACommit: number;
}

/** The empty and the filled database that every lab begins with a copy of. */
export class Templates {
  readonly #folder: string;
  #copies = 0;

  static async make(folder: string): Promise<Templates> {
    for (const [name, jobs] of [
      ["empty", 0],
      ["filled", STANDING],
    ] as const) {
      const lab = await openLab(join(folder, `${name}.db`));
      await fill(lab, jobs);
      await lab.close();
    }
    return new Templates(folder);
  }

  private constructor(folder: string) {
    this.#folder = folder;
  }

  copyFor({ onStanding }: Work): string {
    const copy = join(this.#folder, `copy-${(this.#copies += 1)}.db`);
    copyFileSync(join(this.#folder, onStanding ? "filled.db" : "empty.db"), copy);
    // On disk before anything is measured, so that no measured sync has to carry it there.
    const descriptor = openSync(copy, "r+");
    fsyncSync(descriptor);
    closeSync(descriptor);
    return copy;
  }
}

/** Chains of four, as plates go through four steps. */
export async function fill(lab: DurableLab, count: number): Promise<void> {
  const chunk = 2_000;
  for (let from = 0; from < count; from += chunk) {
    const jobs = Array.from({ length: Math.min(chunk, count - from) }, (_, index): Submission => {
      const id = flat(`standing-${from + index}`);
      return { id, backoff: 0, after: index % 4 === 0 ? [] : [`standing-${from + index - 1}`] };
    });
    await lab.perform({ name: "submitMany", jobs }, { actor: "bench" });
  }
}

export function openLab(file: string, workerFile?: URL): Promise<DurableLab> {
  return DurableLab.open({
    file,
    maxFailures: 1_000,
    lease: 600_000,
    ...(workerFile === undefined ? {} : { workerFile }),
  });
}

export async function compared(
  setting: Setting,
  templates: Templates,
  rivals: readonly (() => Promise<number>)[],
): Promise<Run> {
  const { work, callers, commands, rounds } = setting;
  const recordedFile = templates.copyFor(work);
  const { marks, commandsACommit } = await recorded(setting, recordedFile);
  const rawFile = templates.copyFor(work);
  const raw = new RawSqlite(rawFile, takeRecording(recordedFile));
  const lab = await openLab(templates.copyFor(work));
  const crew = new Crew(lab, work);
  await crew.run(WARM_UP.callers, WARM_UP.commands);
  raw.writeUpTo(marks[0]!);
  const found: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const write = () => raw.writeUpTo(marks[round + 1]!);
    const work = () => crew.run(callers, commands);
    // Whoever goes first has the colder caches, and the quieter disk: they take turns.
    if (round % 2 === 0) {
      const shift = await work();
      found.push({ lab: shift, rawMillis: write(), rivals: await inTurn(rivals) });
    } else {
      const speeds = await inTurn(rivals);
      const rawMillis = write();
      found.push({ lab: await work(), rawMillis, rivals: speeds });
    }
  }
  await lab.close();
  raw.close();
  checkSameRows(rawFile, recordedFile);
  return { setting, rounds: found, commandsACommit };
}

async function inTurn(rivals: readonly (() => Promise<number>)[]): Promise<number[]> {
  const speeds = [];
  for (const rival of rivals) speeds.push(await rival());
  return speeds;
}

/** Lets a lab that is overheard do it all. `marks`: how much was recorded after the warm-up and after each round. */
async function recorded({ work, callers, commands, rounds }: Setting, file: string) {
  const channel = new BroadcastChannel(CHANNEL);
  const shared = new Promise<SharedArrayBuffer>((resolve) => {
    channel.onmessage = (event) => resolve((event as { data: SharedArrayBuffer }).data);
  });
  const lab = await openLab(file, new URL("recording-worker.ts", import.meta.url));
  const counts = new Int32Array(await shared);
  channel.close();
  const crew = new Crew(lab, work);
  await crew.run(WARM_UP.callers, WARM_UP.commands);
  const marks = [counts[COUNT.runs]!];
  const commitsBefore = counts[COUNT.commits]!;
  let given = 0;
  for (let round = 0; round < rounds; round += 1) {
    given += (await crew.run(callers, commands)).commands;
    marks.push(counts[COUNT.runs]!);
  }
  const commandsACommit = given / (counts[COUNT.commits]! - commitsBefore);
  await lab.close();
  return { marks, commandsACommit };
}

/** A lab at work for long, on the same jobs: its log and its memory stay as they are. */

import { statSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { judge } from "../harness/judge.ts";
import { LabProcess } from "../harness/lab-process.ts";
import { Ledger } from "../harness/ledger.ts";
import type { Bench, Result, Row } from "../row.ts";

/** Milliseconds. */
const LASTS = { short: 20_000, long: 20 * 60_000 };
const SAMPLES = 40;
const CALLERS = 8;
const JOBS = 200;
const MB = 2 ** 20;
/** A checkpoint comes every four megabytes, and readers give way when it has grown by sixteen; a batch is shorter. */
const LONGEST_LOG = 32 * MB;
/** What the heap may grow by once it has warmed up: so much, and so much for each command. */
const HEAP_GROWTH = 2 * MB;
const HEAP_GROWTH_A_COMMAND = 40;
/** The whole process, whose collectors take their time. */
const PROCESS_GROWTH = 96 * MB;

export const soak: Row = {
  name: "soak",
  rules: "[D1]",
  holds: "a long time at work neither lets the log grow without end nor takes more and more memory",
  run,
  mutants: [
    {
      breaks: "The log is moved into the file again and again.",
      file: "engine/durable/sqlite/journal.ts",
      find: "    this.#database.shortenLog();\n",
      replace: "",
    },
    {
      breaks: "What is answered is forgotten.",
      file: "engine/durable/actor-thread.ts",
      find: "    this.#pending.delete(reply.number);\n",
      replace: "",
    },
  ],
};

async function run({ root, folder, size }: Bench): Promise<Result> {
  const file = path.join(folder, "lab.db");
  const lab = new LabProcess({ root, flags: ["--expose-gc"] });
  await lab.open({ file, lease: 60_000, onExpiry: "retry", maxFailures: 3 });
  const jobs = Array.from({ length: JOBS }, (_, n) => ({ id: `job-${n}`, backoff: n % 5 }));
  await lab.perform({ name: "submitMany", jobs });
  let commands = 0;
  let isOver = false;
  const work = Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      for (let n = 0; !isOver; n += 1) {
        const done = await goRound(lab, `robot-${caller}`, n);
        commands += done;
      }
    }),
  );
  const samples: Sample[] = [];
  const findings: string[] = [];
  while (samples.length < SAMPLES && findings.length === 0) {
    await pause(LASTS[size] / SAMPLES);
    const { memory } = await lab.look();
    const log = statSync(`${file}-wal`).size;
    samples.push({ commands, log, heap: memory.heapUsed, rss: memory.rss });
    findings.push(...growthIn(samples));
  }
  isOver = true;
  await work;
  await lab.leave();
  findings.push(...judge(file, new Ledger()));
  const last = samples.at(-1)!;
  const figures = {
    commands,
    "longest log, MB": inMB(Math.max(...samples.map(({ log }) => log))),
    "file, MB": inMB(statSync(file).size),
    "main thread's heap, MB": `${inMB(warm(samples).heap)} when warm, ${inMB(last.heap)} at the end`,
    "process, MB": `${inMB(warm(samples).rss)} when warm, ${inMB(last.rss)} at the end`,
  };
  return { figures, findings };
}

interface Sample {
  readonly commands: number;
  readonly log: number;
  readonly heap: number;
  readonly rss: number;
}

/** The sample after a quarter of the time. */
const warm = (samples: readonly Sample[]): Sample => samples[Math.min(SAMPLES / 4, samples.length - 1)]!;

function growthIn(samples: readonly Sample[]): string[] {
  const last = samples.at(-1)!;
  const from = warm(samples);
  const findings: string[] = [];
  if (last.log > LONGEST_LOG) findings.push(`the log is ${inMB(last.log)} MB long`);
  const allowed = HEAP_GROWTH + HEAP_GROWTH_A_COMMAND * (last.commands - from.commands);
  if (last.heap - from.heap > allowed) {
    findings.push(
      `the heap has grown by ${inMB(last.heap - from.heap)} MB in ${last.commands - from.commands} commands`,
    );
  }
  if (last.rss - from.rss > PROCESS_GROWTH)
    findings.push(`the process has grown by ${inMB(last.rss - from.rss)} MB`);
  return findings;
}

const inMB = (bytes: number): string => (bytes / MB).toFixed(1);

/** What can be done to a job without an end: it is claimed, fails, is redriven, held and let go. Gives the commands. */
async function goRound(lab: LabProcess, robot: string, n: number): Promise<number> {
  const claim = await lab.perform({ name: "claim" }, robot);
  if (claim === null) return 1;
  const { id, token } = claim;
  await lab.perform({ name: "heartbeat", id, token }, robot);
  if (n % 3 === 0) {
    await lab.perform({ name: "releaseClaim", id });
    return 3;
  }
  const state = await lab.perform({ name: "reportFailure", id, token }, robot);
  if (state === "quarantined") await lab.perform({ name: "redrive", id });
  if (n % 5 === 0) await lab.read({ name: "list", limit: 50 });
  return 5;
}

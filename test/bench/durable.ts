/** The durable lab beside SQLite alone and beside plainjob, and how long it takes to start. */

import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { compared, Templates, type Round, type Run, type Setting } from "./durable-runs.ts";
import { CLAIM_COMPLETE, MIXED, SUBMIT, WORKS, type Work } from "./durable-work.ts";
import { median } from "./measure.ts";
import { fillPlainjob, PlainjobProcesses } from "./plainjob.ts";
import type { Task } from "./plainjob-process.ts";
import type { Aim, Cell, Report } from "./report.ts";
import { startOf, type Start } from "./start.ts";

/** Callers, commands a round, rounds: more where an aim is. */
const SIZES = [
  [1, 800, 9],
  [10, 3_200, 5],
  [64, 6_400, 9],
  [256, 12_800, 5],
] as const;
const ALONE = 1;
const BUSY = 64;

/** Enough for all rounds: an idle worker of plainjob's sleeps for a second. */
const PLAINJOB_JOBS = 60_000;

/** What plainjob does of a kind of work: a job that is done is a claim and a completion. */
const PLAINJOB_TASKS: ReadonlyMap<Work, Task> = new Map([
  [SUBMIT, "add"],
  [CLAIM_COMPLETE, "work"],
]);

export async function durableReport({ long }: { readonly long: boolean }): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "lab-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // A signal alone would end it without that.
  process.once("SIGTERM", () => process.exit(1));
  const templates = await Templates.make(folder);
  const runs: Run[] = [];
  const processes = new Map<Work, number>();
  for (const work of WORKS) {
    const task = PLAINJOB_TASKS.get(work);
    const rival = task && (await fastestPlainjob(folder, task));
    if (rival) processes.set(work, rival.count);
    for (const [callers, commands, rounds] of SIZES) {
      const setting: Setting = { work, callers, commands, rounds };
      const perJob = work.commands;
      const rivals = rival && callers === BUSY ? [async () => (await rival.processes.round()) * perJob] : [];
      runs.push(await compared(setting, templates, rivals));
    }
    await rival?.processes.stop();
  }
  const starts = [await startOf(200_000, 3, folder)];
  if (long) starts.push(await startOf(1_000_000, 3, folder));
  return reportOf(runs, starts, processes);
}

async function fastestPlainjob(folder: string, task: Task) {
  const tried = [];
  for (const count of new Set([1, 2, availableParallelism()])) {
    const file = join(folder, `plainjob-${task}-${count}.db`);
    fillPlainjob(file, task === "add" ? 0 : PLAINJOB_JOBS);
    const processes = await PlainjobProcesses.start(file, task, count);
    const speeds = [await processes.round(), await processes.round(), await processes.round()];
    tried.push({ count, processes, speed: median(speeds) });
  }
  tried.sort((a, b) => b.speed - a.speed);
  for (const { processes } of tried.slice(1)) await processes.stop();
  return tried[0]!;
}

const speedOf = ({ lab }: Round): number => (lab.commands * 1_000) / lab.millis;

/** Of the same rows: both sides did the same commands. */
const ofBound = ({ lab, rawMillis }: Round): number => rawMillis / lab.millis;

const typical = ({ rounds }: Run, of: (round: Round) => number): number => median(rounds.map(of));

/** Of all answers of all rounds, in ms. */
function percentile({ rounds }: Run, share: number): number {
  const answers = rounds.flatMap(({ lab }) => lab.answers).sort((a, b) => a - b);
  return answers[Math.min(answers.length - 1, Math.floor(answers.length * share))]!;
}

function reportOf(
  runs: readonly Run[],
  starts: readonly Start[],
  processes: ReadonlyMap<Work, number>,
): Report {
  const runOf = (work: Work, callers: number): Run =>
    runs.find(({ setting }) => setting.work === work && setting.callers === callers)!;
  const timesPlainjob = (work: Work): number =>
    typical(runOf(work, BUSY), (round) => speedOf(round) / round.rivals[0]!);
  return {
    title: "The durable lab",
    about:
      "Callers give their next command when the one before is answered, each answer being on disk (WAL, FULL). Raw: SQLite " +
      "alone writes the same rows by the same statements in the same transactions, as recorded from a lab that did the " +
      "same. In rounds, the lab and raw in turns, in files that grow alike; ratios are medians of the rounds' own. Commits " +
      "are counted as the statements that they are: each is one sync, but for checkpoints, which are the same on both sides.",
    tables: [
      ...WORKS.map((work) => ({
        title: work.name,
        columns: [
          "callers",
          "commands/s",
          "p50 ms",
          "p99 ms",
          "commits a command",
          "raw commands/s",
          "lab/raw",
        ],
        rows: runs.filter(({ setting }) => setting.work === work).map(rowOf),
      })),
      {
        title: `plainjob, at FULL, in the number of processes that is fastest; the lab with ${BUSY} callers`,
        columns: ["", "processes", "plainjob commands/s", "lab/plainjob"],
        rows: Array.from(processes, ([work, count]): Cell[] => [
          work.name,
          count,
          typical(runOf(work, BUSY), ({ rivals }) => rivals[0]!),
          timesPlainjob(work),
        ]),
      },
      {
        title: "From open to the first answer, ms; SQLite alone: all rows of the jobs read once",
        columns: ["live jobs", "lab", "SQLite alone"],
        rows: starts.map(({ jobs, toFirstAnswer, reading }) => [
          jobs.toLocaleString("en"),
          toFirstAnswer,
          reading,
        ]),
      },
    ],
    aims: [
      {
        of: `claim+complete with ${BUSY} callers, share of raw`,
        value: typical(runOf(CLAIM_COMPLETE, BUSY), ofBound),
        wanted: { atLeast: 0.9 },
        least: { atLeast: 0.6 },
      },
      {
        of: `claim+complete with ${BUSY} callers, times plainjob`,
        value: timesPlainjob(CLAIM_COMPLETE),
        wanted: { atLeast: 10 },
      },
      ...[SUBMIT, CLAIM_COMPLETE, MIXED].map((work): Aim => ({
        of: `${work.name}, one caller alone, times the raw commits of the same rows`,
        value: typical(runOf(work, ALONE), ({ lab, rawMillis }) => lab.millis / rawMillis),
        wanted: { atMost: 1.5 },
      })),
      {
        of: `claim+complete with ${BUSY} callers, p99 of an answer in ms`,
        value: percentile(runOf(CLAIM_COMPLETE, BUSY), 0.99),
        wanted: { atMost: 50 },
      },
      {
        of: "start at 200,000 live jobs, in ms",
        value: starts[0]!.toFirstAnswer,
        wanted: { atMost: 3_000 },
      },
    ],
  };
}

function rowOf(run: Run): Cell[] {
  const { callers } = run.setting;
  return [
    callers.toLocaleString("en"),
    typical(run, speedOf),
    percentile(run, 0.5),
    percentile(run, 0.99),
    1 / run.commandsACommit,
    typical(run, ({ lab, rawMillis }) => (lab.commands * 1_000) / rawMillis),
    typical(run, ofBound),
  ];
}

/** Somebody sets the wall clock, by an hour and by a day, back and forth, while the lab runs and between runs. */

import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { FakeClock, fakeClockMissing } from "../harness/fake-clock.ts";
import type { Counts, LabNews } from "../../../engine/index.ts";
import { LabProcess } from "../harness/lab-process.ts";
import type { Bench, Result, Row } from "../row.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;
const JUMPS = [HOUR, 0, -HOUR, DAY, -DAY, 0];
/** How often all of them. */
const TIMES = { short: 1, long: 20 };
const LEASE = 600_000;
const JOBS = 10;
/** Milliseconds within which a lease of BRIEF is over on any machine. */
const PATIENCE = 6_000;
const BRIEF = 100;

export const clock: Row = {
  name: "clock",
  rules: "[T5]",
  holds:
    "setting the wall clock, while the lab runs or between runs, ends no lease and no backoff, and is told",
  missing: fakeClockMissing,
  run,
  mutants: [
    {
      breaks: "Running time is not the wall clock: it doesn't go back.",
      file: "engine/durable/clock.ts",
      find: "    const at = performance.now();",
      replace: "    const at = Date.now();",
    },
    {
      breaks: "Running time is not the wall clock: it doesn't jump ahead.",
      file: "engine/durable/clock.ts",
      find: `    const at = performance.now();
    this.#running += Math.min(at - this.#lookedAt, LONGEST_GAP);`,
      replace: `    const at = Date.now();
    this.#running += Math.max(at - this.#lookedAt, 0);`,
    },
  ],
};

async function run({ root, folder, size }: Bench): Promise<Result> {
  const file = path.join(folder, "lab.db");
  const wall = new FakeClock(path.join(folder, "clock"));
  const findings: string[] = [];
  const start = performance.now();
  let lab = new LabProcess({ root, env: wall.env });
  await lab.open({ file, lease: LEASE, onExpiry: "retry", maxFailures: 100 });
  await prepare(lab);
  let jumps = 0;
  const isSound = async (off: number, when: string) => {
    jumps += 1;
    findings.push(...(await stands(lab, off)).map((each) => `${when} ${off} s off: ${each}`));
    return findings.length === 0;
  };
  times: for (let time = 0; time < TIMES[size]; time += 1) {
    for (const off of JUMPS) {
      const before = (await lab.look()).news.notices.length;
      wall.set(off);
      if (!(await isSound(off, "the clock is"))) break times;
      if (!(await comesTrue(lab, ({ notices }) => notices.length > before))) {
        findings.push(`the clock is ${off} s off: operators are not told`);
        break times;
      }
    }
    for (const off of JUMPS) {
      // Some runs end well, some don't.
      if (off < 0) await lab.close();
      await lab.leave();
      wall.set(off);
      lab = new LabProcess({ root, env: wall.env });
      await lab.open({ file });
      if (!(await isSound(off, "started with a clock"))) break times;
    }
  }
  await lab.close();
  await lab.leave();
  const took = performance.now() - start;
  const { running, told } = storedIn(file);
  // Each start may count for some of the time that it took.
  if (running > took + PATIENCE)
    findings.push(`${running} ms have run in the lab, while ${took.toFixed(0)} went by`);
  return {
    figures: { jumps, "ms in the lab": running, "ms outside": took.toFixed(0), "jumps told": told },
    findings,
  };
}

/** Some jobs are claimed, some wait for their backoff to be over, and one is there for brief claims. */
async function prepare(lab: LabProcess): Promise<void> {
  const jobs = Array.from({ length: 2 * JOBS }, (_, n) => ({ id: `job-${n}`, backoff: LEASE }));
  await lab.perform({ name: "submitMany", jobs });
  for (let n = 0; n < JOBS; n += 1) {
    const claim = await lab.perform({ name: "claim" });
    await lab.perform({ name: "reportFailure", id: claim?.id ?? "", token: claim?.token });
    await lab.perform({ name: "claim" });
  }
  await lab.perform({ name: "submit", id: "brief", backoff: 0 });
  // Due by the first jump, once and for all, and by none of them.
  await lab.perform({ name: "submit", id: "soon", backoff: 0, notBefore: Date.now() + (HOUR * 1_000) / 2 });
  await lab.perform({ name: "submit", id: "later", backoff: 0, notBefore: Date.now() + 9 * DAY * 1_000 });
}

/** What has moved that should not, and what stands still that should move. */
async function stands(lab: LabProcess, off: number): Promise<string[]> {
  const { wall } = await lab.look();
  // Else the clock was not set, and nothing is shown.
  if (Math.abs(wall - Date.now() - off * 1_000) > PATIENCE) return [`the process takes it to be ${wall}`];
  // Earliest starts alone go by this clock.
  const seen = `${JOBS} claimed, ${JOBS + 1} waiting, 2 ready`;
  if (!(await comesTrue(lab, ({ counts }) => inWords(counts) === seen))) {
    return [inWords((await lab.look()).news.counts)];
  }
  const claim = await lab.perform({ name: "claim", lease: BRIEF });
  if (claim?.id !== "brief") return [`${claim?.id ?? "nothing"} was given`];
  const isOver = await comesTrue(lab, ({ counts }) => counts.ready === 2);
  return isOver ? [] : [`a lease of ${BRIEF} ms has no end`];
}

const inWords = ({ claimed, waiting, ready }: Counts): string =>
  `${claimed} claimed, ${waiting} waiting, ${ready} ready`;

async function comesTrue(lab: LabProcess, condition: (news: LabNews) => boolean): Promise<boolean> {
  const start = performance.now();
  while (performance.now() - start < PATIENCE) {
    if (condition((await lab.look()).news)) return true;
    await pause(20);
  }
  return false;
}

/** How long the lab has run, and of how many jumps it holds an event. */
function storedIn(file: string): { running: number; told: number } {
  const db = new Database(file, { readonly: true });
  const running = db.prepare("SELECT clock FROM lab").pluck().get() as number;
  const told = db.prepare("SELECT count(*) FROM event WHERE kind = 'clockJumped'").pluck().get() as number;
  db.close();
  return { running, told };
}

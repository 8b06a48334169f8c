/**
 * Measures the readings of a lab with a long past: `node test/bench/readings.ts [JOBS [EVENTS]]`. Each is read eleven
 * times by way of the whole engine; told are the median and the longest.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DurableLab, type Reading } from "../../engine/index.ts";
import { makeLargeLab } from "./large-lab.ts";

const DAY = 86_400_000;
const [jobs = 1_000_000, events = 5_000_000] = process.argv.slice(2).map(Number);
const from = Date.UTC(2026, 0, 1);

/** What a chart, a list, a page and a search ask. */
const READINGS: Readonly<Record<string, Reading>> = {
  "list: the line": { name: "list", limit: 100 },
  "list: 500 of the line": { name: "list", limit: 500 },
  "list: newest first": { name: "list", sort: { by: "line", descending: true }, limit: 100 },
  "list: ready": { name: "list", states: ["ready"], limit: 100 },
  "list: ready, as robots get them": {
    name: "list",
    states: ["ready"],
    sort: { by: "priority" },
    limit: 100,
  },
  "list: held": { name: "list", states: ["held"], limit: 100 },
  "list: waiting": { name: "list", states: ["waiting"], limit: 100 },
  "list: blocked, newest first": {
    name: "list",
    states: ["blocked"],
    sort: { by: "since", descending: true },
    limit: 100,
  },
  "list: claimed": { name: "list", states: ["claimed"], limit: 100 },
  "list: quarantined, by id": { name: "list", states: ["quarantined"], sort: { by: "id" }, limit: 100 },
  "list: all by priority": { name: "list", sort: { by: "priority" }, limit: 100 },
  "list: all by since": { name: "list", sort: { by: "since", descending: true }, limit: 100 },
  "list: all by id, backwards": { name: "list", sort: { by: "id", descending: true }, limit: 100 },
  "list: one plate": { name: "list", labels: ["PLATE-005000"], limit: 100 },
  "list: a plate and a lot": { name: "list", labels: ["PLATE-005001", "lot-3"], limit: 100 },
  "list: a lot of 67,000": { name: "list", labels: ["lot-3"], limit: 100 },
  "list: a capability that many need": { name: "list", requires: "capability-4", limit: 100 },
  "list: a capability that few need": { name: "list", requires: "sequencer", limit: 100 },
  "list: by a robot": { name: "list", station: "robot-3", limit: 100 },
  "list: held by a robot now": { name: "list", station: "robot-1", states: ["claimed"], limit: 100 },
  "list: failed on a robot": { name: "list", failedOn: "robot-7", limit: 100 },
  "list: nobody's": { name: "list", station: "nobody", limit: 100 },
  "list: urgent ones": { name: "list", priority: { from: 1 }, limit: 100 },
  "text: one id": { name: "list", text: "s0123456", limit: 100 },
  "text: the end of many": { name: "list", text: "-wash", limit: 100 },
  "text: two letters": { name: "list", text: "wa", limit: 100 },
  "text: nothing": { name: "list", text: "kryptonite", limit: 100 },
  "search: a reason": { name: "list", search: "kryptonite", limit: 100 },
  "search: a common reason": { name: "list", search: "clogged", limit: 100 },
  "search: a label": { name: "list", search: "late-0099", limit: 100 },
  "search: two letters that nothing has": { name: "list", search: "qz", limit: 100 },
  "page of a job": { name: "page", id: "run-0520-S0500007-read" },
  "history of a job": { name: "history", id: "run-0520-S0500007-read", limit: 50 },
  "attempts of a job": { name: "attempts", id: "run-0520-S0500007-read", limit: 50 },
  quarantine: { name: "quarantine" },
  "events: all": { name: "events", limit: 100 },
  "events: by ada": { name: "events", actor: "ada", limit: 100 },
  "events: by nobody": { name: "events", actor: "nobody", limit: 100 },
  "events: failures": { name: "events", kinds: ["failed"], limit: 100 },
  "events: pauses": { name: "events", kinds: ["paused", "resumed"], limit: 100 },
  "events: an hour long ago": {
    name: "events",
    from: from + DAY,
    to: from + DAY + 3_600_000,
    limit: 100,
  },
  "throughput: 24 h in 96 buckets": {
    name: "throughput",
    from: from + 2 * DAY,
    to: from + 3 * DAY,
    bucket: 900_000,
  },
  "throughput: all 5 days in 120 buckets": {
    name: "throughput",
    from,
    to: from + 5 * DAY,
    bucket: 3_600_000,
  },
};

const folder = mkdtempSync(join(tmpdir(), "lab-bench-"));
const file = join(folder, "lab.db");
try {
  const start = performance.now();
  makeLargeLab(file, { jobs, events, from, span: 5 * DAY });
  const made = performance.now() - start;
  console.log(`${String(jobs)} jobs, about ${String(events)} events: made in ${shown(made)}`);
  await measure(await DurableLab.open({ file }));
} finally {
  rmSync(folder, { recursive: true });
}

async function measure(lab: DurableLab): Promise<void> {
  console.log("before the search index is made:");
  for (const name of ["text: one id", "text: nothing", "search: a reason"]) await once(lab, name);
  const indexed = await timed(async () => {
    for (let total = 0; total === 0;) {
      const list = await lab.read({ name: "list", text: `s${String(jobs - 1).padStart(7, "0")}`, limit: 1 });
      total = list.next === null && list.jobs.length === 1 ? 1 : 0;
    }
  });
  console.log(`search index made in ${shown(indexed)}, while something was searched all the time`);
  for (const name of Object.keys(READINGS)) await once(lab, name);
  await lab.close();
}

async function once(lab: DurableLab, name: string): Promise<void> {
  const reading = READINGS[name];
  if (reading === undefined) return;
  const times: number[] = [];
  let answer: unknown;
  for (let n = 0; n < 11; n += 1)
    times.push(
      await timed(async () => {
        answer = await lab.read(reading);
      }),
    );
  times.sort((a, b) => a - b);
  console.log(`${name.padEnd(40)} ${shown(times[5] ?? 0)} ${shown(times.at(-1) ?? 0)}   ${summary(answer)}`);
}

/** How much came back. */
function summary(answer: unknown): string {
  return Object.entries(answer as object)
    .map(([key, value]: [string, unknown]) => {
      const whole = JSON.stringify(value);
      return `${key} ${Array.isArray(value) ? String(value.length) : whole.length > 60 ? "…" : whole}`;
    })
    .join(", ");
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

function shown(milliseconds: number): string {
  return `${milliseconds.toFixed(1).padStart(8)} ms`;
}

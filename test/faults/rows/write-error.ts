/** Writes and syncs that fail once: what is pending is told so, the state comes from the file, and work goes on. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { callersAtWork } from "../harness/callers.ts";
import { spread, type Dice } from "../../dice.ts";
import { Disk } from "../harness/disk.ts";
import { LabProcess } from "../harness/lab-process.ts";
import { Ledger } from "../harness/ledger.ts";
import { Looker } from "../harness/looker.ts";
import { memoryBesideFile } from "../harness/memory.ts";
import { recording, straceMissing, wasInjected, type FileCall, type Injection } from "../harness/strace.ts";
import { deedsIn, type Deed } from "../harness/trace-log.ts";
import type { Bench, Result, Row } from "../row.ts";

/** How many instants of each kind of error. */
const INSTANTS = { short: 3, long: 60 };
/** Callers at once make more or fewer batches each time: only the first part of the writes is certain. */
const CERTAIN = 0.6;
const CALLERS = 4;
const ROUNDS = 8;
/** Power cuts after a sync that failed. */
const CUTS = 2;

const ERRORS = [
  { call: "pwrite64", kind: "write", what: "error=EIO" },
  { call: "pwrite64", kind: "write", what: "error=ENOSPC" },
  { call: "fsync", kind: "sync", what: "error=EIO" },
] as const satisfies readonly { call: FileCall; kind: Deed["kind"]; what: Injection["what"] }[];

export const writeError: Row = {
  name: "write-error",
  rules: "[D3] [D5]",
  holds:
    "a write or a sync that fails is told as STORAGE_FAILED, costs no answered command; asked again, all is done once",
  missing: straceMissing,
  run,
  mutants: [
    {
      breaks: "After a failed commit the state is read from the file.",
      file: "engine/durable/actor.ts",
      find: "    this.#failure = { error };\n",
      replace: "",
    },
    {
      breaks: "A command whose commit failed is not answered as done.",
      file: "engine/durable/actor.ts",
      find: "return batch.map(({ number }) => ({ number, rejection: STORAGE_FAILED }));",
      replace: "return batch.map(({ number }) => ({ number, value: null }));",
    },
    {
      breaks: "What was done is not done again for the same request.",
      file: "engine/durable/lab-book.ts",
      find: "const earlier = request && this.#journal.answerTo(request);",
      replace: "const earlier = undefined as ReturnType<Journal['answerTo']>;",
    },
  ],
};

async function run(bench: Bench): Promise<Result> {
  const { root, folder, dice } = bench;
  const findings: string[] = [];
  const looker = new Looker(root);
  const cases = await casesFor(bench);
  const tally = { errors: 0, "answered STORAGE_FAILED": 0, answered: 0, "power cuts after them": 0 };
  for (const { injection, callers } of cases) {
    const { call, n, what } = injection;
    const place = path.join(folder, `${call}-${what}-${n}-${callers}`);
    const { file, ledger, deeds, found } = await worked(root, place, { callers, injection });
    found.push(...(await looker.look(file, ledger)));
    tally.errors += 1;
    tally["answered STORAGE_FAILED"] += ledger.storageFailures;
    tally.answered += ledger.answered.length;
    for (let cut = 0; call === "fsync" && cut < CUTS && found.length === 0; cut += 1) {
      found.push(...(await afterPowerCut(deeds, path.join(place, `cut-${cut}`), { ledger, looker, dice })));
      tally["power cuts after them"] += 1;
    }
    findings.push(...found.map((finding) => `${what} at ${call} ${n}: ${finding}`));
    if (findings.length > 0) break;
    rmSync(place, { recursive: true });
  }
  await looker.leave();
  if (findings.length === 0 && tally["answered STORAGE_FAILED"] === 0) {
    findings.push("nobody was ever told STORAGE_FAILED: the row has shown nothing");
  }
  return { figures: tally, findings };
}

const MARK = "lab.db.mark";

interface Case {
  readonly injection: Injection;
  readonly callers: number;
}

/** Errors at any time after the opening, and some at the mark: then the commit is on disk, but not answered. */
async function casesFor({ root, folder, size, dice }: Bench): Promise<Case[]> {
  const several = await worked(root, path.join(folder, "several"), { callers: CALLERS });
  const anywhere = ERRORS.flatMap(({ call, kind, what }) => {
    const count = (deeds: readonly Deed[]) => deeds.filter((deed) => isCall(deed, kind)).length;
    const first = count(before(several.deeds)) + 1;
    const last = Math.floor(first + (count(several.deeds) - first) * CERTAIN);
    const all = Array.from({ length: last - first }, (_, n): Injection => ({ call, n: first + n, what }));
    return spread(all, INSTANTS[size], dice).map((injection) => ({ injection, callers: CALLERS }));
  });
  // One caller does the same each time.
  const { deeds } = await worked(root, path.join(folder, "one"), { callers: 1 });
  const opening = before(deeds).length;
  const writes = deeds.flatMap((deed, index) => (isCall(deed, "write") ? [{ deed, index }] : []));
  const marks = writes.flatMap(({ deed, index }, n): Injection[] =>
    deed.file === MARK && index > opening ? [{ call: "pwrite64", n: n + 1, what: "error=EIO" }] : [],
  );
  // The first of them is that of a submission.
  const atMarks = [...marks.slice(0, 1), ...spread(marks.slice(1, -2), INSTANTS[size] - 1, dice)];
  return [...anywhere, ...atMarks.map((injection) => ({ injection, callers: 1 }))];
}

/** Until the opening was answered. */
const before = (deeds: readonly Deed[]): readonly Deed[] =>
  deeds.slice(
    0,
    deeds.findIndex(({ kind }) => kind === "say"),
  );

/** What is written in one go, to be renamed, is written by another call. */
const isCall = <K extends "write" | "sync">(deed: Deed, kind: K): deed is Extract<Deed, { kind: K }> =>
  deed.kind === kind && !deed.file.endsWith(".mark.unfinished");

/** Makes a file and works on it, with an error on the way; what is found at rest, in the same process. */
async function worked(root: string, place: string, { callers, injection }: Partial<Case>) {
  mkdirSync(place);
  const file = path.join(place, "lab.db");
  const log = path.join(place, "calls");
  const ledger = new Ledger({ retries: true });
  const lab = new LabProcess({ root, within: recording(log, injection) });
  await lab.open({ file, lease: 60_000, onExpiry: "retry" });
  await callersAtWork({ lab, ledger, name: "work", callers: callers ?? 1, rounds: ROUNDS });
  const found: string[] = [];
  const after = await ledger.give(lab, { name: "submit", id: "after", backoff: 0 }, "ada");
  if (after === undefined) found.push("nothing can be stored any more");
  const { news } = await lab.look();
  if (news.trouble !== null) found.push(`the trouble is over, but still told: ${news.trouble}`);
  found.push(...ledger.findings, ...memoryBesideFile(news.counts, file));
  await lab.leave();
  if (injection && !wasInjected(log)) found.push("nothing was injected");
  return { file, ledger, deeds: deedsIn(log, place), found };
}

/** What a power cut at the end leaves. */
async function afterPowerCut(
  deeds: readonly Deed[],
  place: string,
  by: { ledger: Ledger; looker: Looker; dice: Dice },
) {
  mkdirSync(place);
  for (const [name, content] of new Disk(deeds).afterPowerCut(by.dice))
    writeFileSync(path.join(place, name), content);
  const found = await by.looker.look(path.join(place, "lab.db"), by.ledger);
  return found.map((finding) => `after a power cut: ${finding}`);
}

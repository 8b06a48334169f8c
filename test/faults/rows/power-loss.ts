/**
 * Power loss: writes and syncs are recorded, and the disk is put together as it may be after a cut at any instant. (A
 * kill alone shows nothing of this: what was written survives it, synced or not.)
 */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { callersAtWork } from "../harness/callers.ts";
import { spread } from "../../dice.ts";
import { Disk } from "../harness/disk.ts";
import { LabProcess } from "../harness/lab-process.ts";
import { Ledger } from "../harness/ledger.ts";
import { Looker } from "../harness/looker.ts";
import { recording, straceMissing } from "../harness/strace.ts";
import { deedsIn, type Deed } from "../harness/trace-log.ts";
import type { Bench, Result, Row } from "../row.ts";

/** How many cuts. */
const CUTS = { short: 60, long: 5_000 };

export const powerLoss: Row = {
  name: "power-loss",
  rules: "[D1] [D2]",
  holds:
    "a power cut at any instant leaves every answered command, whatever part of the later writes is there",
  missing: straceMissing,
  run,
  mutants: [
    {
      breaks: "The database is synced with each commit.",
      file: "engine/durable/sqlite/database.ts",
      find: 'if (db.pragma("synchronous", { simple: true }) !== 2) throw new Error("synchronous=FULL was not taken");',
      replace: 'db.pragma("synchronous = NORMAL");',
    },
  ],
};

async function run({ root, folder, size, dice }: Bench): Promise<Result> {
  const { ledger, deeds } = await recorded(root, folder);
  const said = deeds.flatMap(({ kind }, index) => (kind === "say" ? [index + 1] : []));
  // Right after an answer, where nothing may be missing, and anywhere else.
  const cuts = [
    ...spread(said, CUTS[size] / 2, dice),
    ...Array.from({ length: CUTS[size] / 2 }, () => dice(deeds.length)),
  ];
  const findings: string[] = [];
  const looker = new Looker(root);
  for (const [index, cut] of cuts.entries()) {
    const place = path.join(folder, `cut-${index}`);
    mkdirSync(place);
    const before = deeds.slice(0, cut);
    for (const [file, content] of new Disk(before).afterPowerCut(dice)) {
      writeFileSync(path.join(place, file), content);
    }
    const found = await looker.look(path.join(place, "lab.db"), ledger.asOf(answersIn(before)));
    findings.push(...found.map((finding) => `cut after ${cut} of ${deeds.length}: ${finding}`));
    if (findings.length > 0) break;
    rmSync(place, { recursive: true });
  }
  await looker.leave();
  const count = (kind: Deed["kind"]) => deeds.filter((deed) => deed.kind === kind).length;
  if (count("sync") === 0) findings.push("no sync was recorded: the row has shown nothing");
  const figures = {
    answered: ledger.answered.length,
    writes: count("write"),
    syncs: count("sync"),
    "power cuts": cuts.length,
  };
  return { figures, findings };
}

/** A file is made, worked on, closed, opened again and worked on again, so that its log begins anew as well. */
async function recorded(root: string, folder: string): Promise<{ ledger: Ledger; deeds: Deed[] }> {
  const place = path.join(folder, "recorded");
  const log = path.join(folder, "calls");
  mkdirSync(place);
  const ledger = new Ledger();
  const lab = new LabProcess({ root, within: recording(log) });
  const options = { file: path.join(place, "lab.db"), lease: 60_000, onExpiry: "retry" } as const;
  await lab.open(options);
  await callersAtWork({ lab, ledger, name: "first", callers: 4, rounds: 8 });
  await lab.close();
  await lab.open(options);
  await callersAtWork({ lab, ledger, name: "second", callers: 8, rounds: 6 });
  await lab.leave();
  return { ledger, deeds: deedsIn(log, place) };
}

/** The numbers of the answers that have left. */
function answersIn(deeds: readonly Deed[]): Set<number> {
  const text = deeds.map((deed) => (deed.kind === "say" ? deed.text : "")).join("");
  const lines = text.split("\n").filter((line) => line !== "");
  return new Set(lines.map((line) => (JSON.parse(line) as { number: number }).number));
}

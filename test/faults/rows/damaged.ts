/** Files that are damaged, or not what they should be, are opened. */

import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { DatabaseRefused } from "../../../engine/index.ts";
import { callersAtWork } from "../harness/callers.ts";
import { bytesOf, RANDOM_DAMAGES, WHOLE_DAMAGES, type Damage } from "../harness/damages.ts";
import { LabProcess, ProcessEnded } from "../harness/lab-process.ts";
import { Ledger } from "../harness/ledger.ts";
import { allReadings } from "../harness/readings.ts";
import { SmallDisk, smallDiskMissing } from "../harness/small-disk.ts";
import { wrongIn } from "../harness/verified.ts";
import type { Bench, Result, Row } from "../row.ts";

/** How many of each damage at random places. */
const TIMES = { short: 5, long: 60 };

export const damaged: Row = {
  name: "damaged",
  rules: "[D6]",
  holds:
    "a damaged file, or one that isn't ours, never crashes the lab: it is refused in words and untouched, or opened",
  run,
  mutants: [
    {
      breaks: "A file that is refused stays as it is, and its log too.",
      file: "engine/durable/worker.ts",
      find: "database.abandon();",
      replace: "database.close();",
    },
    {
      breaks: "A file is judged before it is touched.",
      file: "engine/durable/sqlite/header.ts",
      find: "  if (version <= newest) return version;\n",
      replace: "  if (version !== newest) return newest;\n  if (version <= newest) return version;\n",
    },
  ],
};

/** A wrong bit in a sound page is nothing that a start could see: that is for the engine's own verification to find. */
type Outcome = "refused" | "told when read" | "no harm" | "an earlier state, told" | "for verify to find";

async function run({ root, folder, size, dice }: Bench): Promise<Result> {
  const base = await makeBase(root, folder);
  const outcomes = new Map<string, number | string>();
  const findings: string[] = [];
  let lab = new LabProcess({ root });
  const truth = await shownIn(lab, base);
  if ((await shownIn(lab, base)) !== truth) findings.push("a sound file shows two states");
  const damages = [
    ...WHOLE_DAMAGES,
    ...RANDOM_DAMAGES.flatMap((each) => Array<Damage>(TIMES[size]).fill(each)),
  ];
  for (const [index, damage] of damages.entries()) {
    const file = copied(base, path.join(folder, `damage-${index}`));
    damage.make(file, dice);
    const found: string[] = [];
    try {
      const outcome = await outcomeOf(lab, file, damage, truth, found);
      const key = `${damage.what}: ${outcome}`;
      outcomes.set(key, Number(outcomes.get(key) ?? 0) + 1);
    } catch (error) {
      found.push(error instanceof ProcessEnded ? `the lab crashed: ${error.message}` : String(error));
      await lab.leave();
      lab = new LabProcess({ root });
    }
    findings.push(...found.map((each) => `${damage.what} (${path.dirname(file)}): ${each}`));
    if (found.length > 0) break;
    rmSync(path.dirname(file), { recursive: true });
  }
  await lab.leave();
  const missing = smallDiskMissing();
  if (missing === undefined)
    findings.push(...(await readOnlyFindings(root, base, path.join(folder, "disk"))));
  outcomes.set("on a read-only disk", missing ?? "refused");
  return { figures: { files: damages.length, ...Object.fromEntries(outcomes) }, findings };
}

async function outcomeOf(
  lab: LabProcess,
  file: string,
  damage: Damage,
  truth: string,
  found: string[],
): Promise<Outcome> {
  const before = bytesOf(file);
  let loss: string | null;
  try {
    loss = (await lab.open({ file, replay: true })).news.loss;
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) throw error;
    const { message } = error;
    if (bytesOf(file) !== before) found.push(`it was refused, but not left as it was: ${message}`);
    if (!message.includes(file)) found.push(`the refusal doesn't name the file: ${message}`);
    if (!(damage.told ?? /[Rr]estore a backup/).test(message))
      found.push(`the refusal doesn't help: ${message}`);
    return "refused";
  }
  const readings = await allReadings(lab);
  await lab.close();
  if (damage.told) found.push("it was opened");
  if ("told" in readings) {
    if (!readings.told.startsWith("STORAGE_FAILED")) found.push(`a reading was refused: ${readings.told}`);
    return "told when read";
  }
  if (readings.shown === truth) return "no harm";
  if (damage.ofLog !== true) return "for verify to find";
  if (loss === null) found.push("what the damaged log held is gone, and nobody is told");
  const db = new Database(file, { readonly: true });
  found.push(...wrongIn(db));
  db.close();
  return "an earlier state, told";
}

/** Root may write everywhere but on a disk that is read-only. */
async function readOnlyFindings(root: string, base: string, place: string): Promise<string[]> {
  const disk = await SmallDisk.mount(place, "16m");
  for (const end of ["", "-wal", ".mark"]) copyFileSync(base + end, disk.outside(`lab.db${end}`));
  disk.makeReadOnly();
  const before = bytesOf(disk.outside("lab.db"));
  const lab = new LabProcess({ root, within: disk.within });
  const told = await lab.open({ file: path.join(place, "lab.db") }).then(
    () => "it was opened",
    (error: unknown) => String(error),
  );
  await lab.leave();
  const isUntouched = bytesOf(disk.outside("lab.db")) === before;
  await disk.unmount();
  return [
    ...(/read-only\. Name a file on another disk/.test(told) ? [] : [`on a read-only disk: ${told}`]),
    ...(isUntouched ? [] : ["a file on a read-only disk has changed"]),
  ];
}

/** A file that was worked on, closed, worked on again and left behind with its log, as by a crash. */
async function makeBase(root: string, folder: string): Promise<string> {
  const place = path.join(folder, "base");
  mkdirSync(place);
  const file = path.join(place, "lab.db");
  const ledger = new Ledger();
  const lab = new LabProcess({ root });
  await lab.open({ file, lease: 600_000, onExpiry: "retry" });
  await callersAtWork({ lab, ledger, name: "first", callers: 4, rounds: 12 });
  await lab.close();
  await lab.open({ file });
  await callersAtWork({ lab, ledger, name: "second", callers: 2, rounds: 6 });
  lab.kill("SIGKILL");
  await lab.ended;
  return file;
}

/** On a copy: `file` stays as it is. */
async function shownIn(lab: LabProcess, file: string): Promise<string> {
  const copy = copied(file, path.join(path.dirname(path.dirname(file)), "sound"));
  await lab.open({ file: copy, replay: true });
  const readings = await allReadings(lab);
  await lab.close();
  rmSync(path.dirname(copy), { recursive: true });
  return "shown" in readings ? readings.shown : "nothing";
}

function copied(file: string, place: string): string {
  mkdirSync(place);
  for (const end of ["", "-wal", ".mark"]) {
    if (existsSync(file + end)) copyFileSync(file + end, path.join(place, path.basename(file) + end));
  }
  return path.join(place, path.basename(file));
}

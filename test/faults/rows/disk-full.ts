/** The disk is full while the lab works, and then has room again. */

import {
  closeSync,
  copyFileSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { callersAtWork } from "../harness/callers.ts";
import { LabProcess } from "../harness/lab-process.ts";
import { Ledger } from "../harness/ledger.ts";
import { Looker } from "../harness/looker.ts";
import { memoryBesideFile } from "../harness/memory.ts";
import { SmallDisk, smallDiskMissing } from "../harness/small-disk.ts";
import type { Bench, Result, Row } from "../row.ts";

const DISK = "40m";
const TIMES = { short: 2, long: 50 };
const CALLERS = 4;
/** What is stored until the disk is felt to be full has to find no room in the log any more. */
const PAYLOAD = "x".repeat(50_000);
const MOST_PAYLOADS = 1_000;
/** Milliseconds within which the lab goes on by itself. */
const PATIENCE = 20_000;

export const diskFull: Row = {
  name: "disk-full",
  rules: "[D3]",
  holds: "a full disk is told in words and costs no answered command, and work goes on when there is room",
  missing: smallDiskMissing,
  run,
  mutants: [
    {
      breaks: "Operators see that nothing can be stored.",
      file: "engine/durable/actor.ts",
      find: "trouble: this.#trouble ?? shortage,",
      replace: "trouble: null,",
    },
    {
      breaks: "After a failed commit the state is read from the file.",
      file: "engine/durable/actor.ts",
      find: "    this.#failure = { error };\n",
      replace: "",
    },
  ],
};

async function run({ root, folder, size, dice }: Bench): Promise<Result> {
  const disk = await SmallDisk.mount(path.join(folder, "disk"), DISK);
  const lab = new LabProcess({ root, within: disk.within });
  const ledger = new Ledger();
  const findings: string[] = [];
  let told = "";
  let times = 0;
  try {
    const file = path.join(disk.folder, "lab.db");
    await lab.open({ file, lease: 600_000, onExpiry: "retry" });
    while (times < TIMES[size] && findings.length === 0) {
      const name = `time-${times}`;
      await callersAtWork({ lab, ledger, name, callers: CALLERS, rounds: 5 });
      const filler = disk.outside("filler");
      fill(filler, dice(32_768));
      findings.push(...(await feelFull(lab, ledger, name)));
      told = (await lab.look()).news.trouble ?? "nothing";
      if (!/is full\. Remove what isn't needed/.test(told)) findings.push(`the trouble is not told: ${told}`);
      await callersAtWork({ lab, ledger, name: `${name}-full`, callers: CALLERS, rounds: 2 });
      // Who reads meanwhile sees what is on disk, or is told why that isn't known.
      await lab.read({ name: "list", limit: 50 }).catch((error: unknown) => {
        if (!/is full\. Remove what/.test(String(error)))
          findings.push(`a reading was told: ${String(error)}`);
      });
      rmSync(filler);
      findings.push(...(await goOn(lab, ledger, name)));
      findings.push(
        ...memoryBesideFile((await lab.look()).news.counts, copied(disk, path.join(folder, name))),
      );
      times += 1;
    }
    await lab.leave();
    const looker = new Looker(root);
    findings.push(...(await looker.look(copied(disk, path.join(folder, "copy")), ledger)));
    await looker.leave();
  } finally {
    await lab.leave();
    await disk.unmount();
  }
  const { answered, storageFailures } = ledger;
  const figures = {
    "times full": times,
    answered: answered.length,
    "answered STORAGE_FAILED": storageFailures,
    told,
  };
  return { figures, findings };
}

/** Takes all the room that there is, but for so many bytes. */
function fill(file: string, butFor: number): void {
  const descriptor = openSync(file, "w");
  const block = Buffer.alloc(65_536);
  let taken = 0;
  for (let length = block.length; length >= 512;) {
    try {
      taken += writeSync(descriptor, block, 0, length);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      length /= 2;
    }
  }
  ftruncateSync(descriptor, Math.max(0, taken - butFor));
  closeSync(descriptor);
}

/** Works until the disk is felt to be full. */
async function feelFull(lab: LabProcess, ledger: Ledger, name: string): Promise<string[]> {
  const before = ledger.storageFailures;
  for (let n = 0; n < MOST_PAYLOADS; n += 1) {
    await ledger.give(lab, { name: "submit", id: `${name}-big-${n}`, backoff: 0, payload: PAYLOAD }, "ada");
    if (ledger.storageFailures > before) return [];
  }
  return ["the disk was never full: the row has shown nothing"];
}

async function goOn(lab: LabProcess, ledger: Ledger, name: string): Promise<string[]> {
  const start = performance.now();
  for (;;) {
    const { trouble } = (await lab.look()).news;
    if (trouble === null) break;
    if (performance.now() - start > PATIENCE) return [`there is room again, but told is still: ${trouble}`];
    await pause(50);
  }
  const answer = await ledger.give(lab, { name: "submit", id: `${name}-after`, backoff: 0 }, "ada");
  return answer === undefined ? ["there is room again, but nothing can be stored"] : [];
}

/** The database as it is, where everybody can open it. */
function copied(disk: SmallDisk, place: string): string {
  mkdirSync(place);
  for (const name of ["lab.db", "lab.db-wal"]) {
    if (existsSync(disk.outside(name))) copyFileSync(disk.outside(name), path.join(place, name));
  }
  return path.join(place, "lab.db");
}

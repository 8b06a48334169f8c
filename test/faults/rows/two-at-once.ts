/** A second process opens the file that a first one works on, by all its names. */

import { linkSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { DatabaseRefused } from "../../../engine/index.ts";
import { callersAtWork } from "../harness/callers.ts";
import { judge } from "../harness/judge.ts";
import { LabProcess } from "../harness/lab-process.ts";
import { Ledger } from "../harness/ledger.ts";
import type { Bench, Result, Row } from "../row.ts";

const TIMES = { short: 1, long: 200 };

export const twoAtOnce: Row = {
  name: "two-at-once",
  rules: "[D6]",
  holds: "a second process on a file says that it is in use and ends, and the first notices nothing",
  run,
  mutants: [
    {
      breaks: "One process at a time has a file.",
      file: "engine/durable/sqlite/lock.ts",
      find: `    lock.exec("BEGIN EXCLUSIVE");\n`,
      replace: "",
    },
    {
      breaks: "All names of a file lead to one lock.",
      file: "engine/durable/sqlite/locate.ts",
      find: "  return realpathSync(path);\n",
      replace: "  return path;\n",
    },
  ],
};

async function run({ root, folder, size }: Bench): Promise<Result> {
  const file = path.join(folder, "lab.db");
  const links = path.join(folder, "link.db");
  const hard = path.join(folder, "hard.db");
  const ledger = new Ledger();
  const findings: string[] = [];
  const first = new LabProcess({ root });
  await first.open({ file, lease: 60_000, onExpiry: "retry" });
  symlinkSync(file, links);
  const work = callersAtWork({ lab: first, ledger, name: "first", callers: 2 });
  for (let time = 0; time < TIMES[size]; time += 1) {
    findings.push(...(await refusal(root, file, /in use by another Lab Dispatcher\. Close that one/)));
    findings.push(...(await refusal(root, links, /in use by another Lab Dispatcher\. Close that one/)));
  }
  linkSync(file, hard);
  findings.push(...(await refusal(root, hard, /second name.*opened twice/)));
  rmSync(hard);
  // Stopped is not gone.
  first.kill("SIGSTOP");
  findings.push(...(await refusal(root, file, /in use by another Lab Dispatcher/)));
  first.kill("SIGCONT");
  const before = ledger.answered.length;
  const answer = await ledger.give(first, { name: "submit", id: "still", backoff: 0 }, "ada");
  if (answer === undefined) findings.push("the first was disturbed: it doesn't store any more");
  first.kill("SIGKILL");
  await work;
  findings.push(...judge(file, ledger));
  // What the first had is given back, however it ended.
  const next = new LabProcess({ root });
  await next.open({ file }).catch((error: unknown) => findings.push(`after its end: ${String(error)}`));
  await next.leave();
  return { figures: { "seconds refused": 2 * TIMES[size] + 2, "answered by the first": before }, findings };
}

async function refusal(root: string, file: string, sentence: RegExp): Promise<string[]> {
  const second = new LabProcess({ root });
  try {
    await second.open({ file });
    return [`a second process could open ${path.basename(file)}`];
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) return [`a second process broke off: ${String(error)}`];
    return sentence.test(error.message) ? [] : [`a second process was told: ${error.message}`];
  } finally {
    await second.leave();
  }
}

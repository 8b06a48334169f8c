/** kill -9 under load, at a random instant, again and again on the same file. */

import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { callersAtWork } from "../harness/callers.ts";
import type { Look } from "../harness/asks.ts";
import { judge } from "../harness/judge.ts";
import { LabProcess } from "../harness/lab-process.ts";
import { Ledger } from "../harness/ledger.ts";
import { ANSWERS_TOO_EARLY } from "../harness/mutants.ts";
import type { Bench, Result, Row } from "../row.ts";

const CALLERS = 8;
const ROUNDS = { short: 25, long: 1_000 };
/** After so many rounds a new file begins: the longer one is used, the longer it takes to look at. */
const ROUNDS_ON_A_FILE = 25;
/** Milliseconds within which it is killed. */
const LONGEST_LIFE = 300;

export const kill: Row = {
  name: "kill",
  rules: "[D2] [C3]",
  holds:
    "kill -9 under load, again and again: every answer holds, nothing is half applied, no token is given twice",
  run,
  mutants: [ANSWERS_TOO_EARLY],
};

async function run(bench: Bench): Promise<Result> {
  const tally = { kills: 0, "killed while opening": 0, answered: 0, claims: 0 };
  const findings: string[] = [];
  const goesOn = () => findings.length === 0;
  for (let done = 0; done < ROUNDS[bench.size] && goesOn(); done += ROUNDS_ON_A_FILE) {
    const file = path.join(bench.folder, `lab-${done}.db`);
    const ledger = new Ledger();
    for (let round = done; round < done + ROUNDS_ON_A_FILE && goesOn(); round += 1) {
      // Most are killed at work, some at any time before.
      const whileOpening = round % 4 === 3;
      findings.push(...(await runAndKill(bench, { file, ledger, name: String(round), whileOpening })));
      tally.kills += 1;
      if (whileOpening) tally["killed while opening"] += 1;
    }
    findings.push(...(await afterwards(bench.root, file, ledger)));
    tally.answered += ledger.answered.length;
    tally.claims += ledger.answered.filter(({ command }) => command.name === "claim").length;
  }
  if (tally.claims === 0) findings.push("nothing was ever claimed: the row has shown nothing");
  return { figures: tally, findings };
}

interface Round {
  readonly file: string;
  readonly ledger: Ledger;
  readonly name: string;
  readonly whileOpening: boolean;
}

/** Gives what it finds of the rounds before, as the file is opened. */
async function runAndKill({ root, dice }: Bench, round: Round): Promise<string[]> {
  const { file, ledger, name, whileOpening } = round;
  const lab = new LabProcess({ root });
  const findings: string[] = [];
  try {
    const opening = lab.open({ file, lease: 5_000, onExpiry: "retry" });
    if (whileOpening) opening.catch(() => {});
    else lossIn(await opening, findings);
    if (!whileOpening) findings.push(...judge(file, ledger));
    const work = whileOpening ? undefined : callersAtWork({ lab, ledger, name, callers: CALLERS });
    await pause(dice(LONGEST_LIFE));
    lab.kill("SIGKILL");
    await work;
  } catch (error) {
    lab.kill("SIGKILL");
    findings.push(`a new start was not possible: ${String(error)}`);
  }
  const how = await lab.ended;
  if (how !== "SIGKILL") findings.push(`it was not killed, but ended with ${how}: ${lab.stderr}`);
  return findings;
}

function lossIn({ news }: Look, findings: string[]): void {
  if (news.loss !== null) findings.push(`nothing may be lost, but told is: ${news.loss}`);
}

/** What a last start makes of the file. */
async function afterwards(root: string, file: string, ledger: Ledger): Promise<string[]> {
  const lab = new LabProcess({ root });
  try {
    const findings: string[] = [];
    lossIn(await lab.open({ file }), findings);
    return [...findings, ...judge(file, ledger)];
  } catch (error) {
    return [`a new start was not possible: ${String(error)}`];
  } finally {
    await lab.leave();
  }
}

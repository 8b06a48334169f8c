/** A big lab: what a start, claims and lists take. Times are compared with their aims in the long form only. */

import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { BigSizes, Measured } from "../harness/big-sizes.ts";
import type { Bench, Result, Row, Size } from "../row.ts";

const SIZES: Readonly<Record<Size, BigSizes>> = {
  short: { live: 5_000, finished: 5_000, callers: 64, rounds: 10 },
  long: { live: 200_000, finished: 1_000_000, callers: 64, rounds: 200 },
};

/** With 64 callers at once, far fewer than these share a commit only if none is meant to. */
const LEAST_A_COMMIT = 3;

/** Milliseconds that the long form is meant to stay below. */
const AIMS: Partial<Record<keyof Measured, number>> = {
  start: 3_000,
  claimP99: 50,
  listAtRest: 200,
  listUnderLoad: 200,
  longestBlock: 50,
};

export const size: Row = {
  name: "size",
  rules: "[D1]",
  holds: "a big lab starts, gives each claim once, and has callers at once share commits",
  run,
  mutants: [
    {
      breaks: "Commands that arrive together share a commit.",
      file: "engine/durable/worker.ts",
      find: "if (commands.length > 0) inOneMessage(() => actor.handle(commands).forEach(post));",
      replace: "for (const command of commands) inOneMessage(() => actor.handle([command]).forEach(post));",
    },
  ],
};

async function run({ root, folder, size: form }: Bench): Promise<Result> {
  const sizes = SIZES[form];
  const script = path.join(root, "test", "faults", "harness", "size-lab.ts");
  const file = path.join(folder, "lab.db");
  const doing = (what: string) =>
    promisify(execFile)(process.execPath, [script, what, file, JSON.stringify(sizes)]).then(
      ({ stdout }) => stdout,
    );
  const begun = performance.now();
  await doing("fill");
  const filling = (performance.now() - begun) / 1_000;
  const measured = JSON.parse(await doing("measure")) as Measured;
  const { claims, differentTokens, commandsACommit } = measured;
  const findings: string[] = [];
  const wanted = sizes.callers * sizes.rounds;
  if (claims !== wanted) findings.push(`${claims} claims were given, not ${wanted}`);
  if (differentTokens !== claims) findings.push(`${claims} claims have ${differentTokens} tokens`);
  if (commandsACommit < LEAST_A_COMMIT)
    findings.push(`only ${commandsACommit.toFixed(1)} commands share a commit`);
  const slow = Object.entries(AIMS).filter(([what, aim]) => measured[what as keyof Measured] >= aim);
  if (form === "long") {
    findings.push(...slow.map(([what, aim]) => `${what} is not below ${aim} ms`));
  }
  return {
    figures: { "live jobs": sizes.live, "finished jobs": sizes.finished, ...shown(measured, filling) },
    findings,
  };
}

const shown = (measured: Measured, filling: number): Record<string, string> => ({
  "filled in, s": filling.toFixed(1),
  "start, ms": measured.start.toFixed(0),
  "claims by 64 callers": String(measured.claims),
  "claim, ms": `${measured.claimMedian.toFixed(1)} median, ${measured.claimP99.toFixed(1)} p99`,
  "commands a commit": measured.commandsACommit.toFixed(1),
  "slowest list, ms": `${measured.listAtRest.toFixed(1)} at rest, ${measured.listUnderLoad.toFixed(1)} under load`,
  "main thread blocked, ms": `${measured.longestBlock.toFixed(1)} at most`,
  "memory, MB": (measured.rss / 2 ** 20).toFixed(0),
});

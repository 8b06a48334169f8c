/** Killed at the n-th call that writes or syncs, for every n from the making of a file to its closing. */

import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { callersAtWork } from "../harness/callers.ts";
import { spread } from "../../dice.ts";
import { LabProcess } from "../harness/lab-process.ts";
import { Ledger, untilEnded } from "../harness/ledger.ts";
import { Looker } from "../harness/looker.ts";
import { ANSWERS_TOO_EARLY } from "../harness/mutants.ts";
import { callsIn, straceMissing, tracing, type Injection } from "../harness/strace.ts";
import type { Bench, Result, Row } from "../row.ts";

/** How many instants of all. */
const INSTANTS = { short: 16, long: Infinity };
/** Not always are there as many: time has its part, and pipes and wake-ups between threads are writes too. */
const certain = ({ call }: Injection): number => (call === "write" ? 0.7 : 0.9);

export const killAtWrite: Row = {
  name: "kill-at-write",
  rules: "[D2] [D6]",
  holds: "a kill at any call that writes or syncs, from the making of a file to its closing, loses nothing",
  missing: straceMissing,
  run,
  mutants: [
    ANSWERS_TOO_EARLY,
    {
      breaks: "A file gets its name when it is whole.",
      file: "engine/durable/sqlite/open.ts",
      find: "const unfinished = `${file}.unfinished`;",
      replace: "const unfinished = file;",
    },
  ],
};

async function run({ root, folder, size, dice }: Bench): Promise<Result> {
  const findings: string[] = [];
  const looker = new Looker(root);
  const dry = path.join(folder, "dry");
  mkdirSync(dry);
  const quiet = await worked(root, dry);
  if (quiet.how !== 0) findings.push(`without a kill it ended with ${quiet.how}`);
  const calls = callsIn(quiet.log);
  const instants = [...calls].flatMap(([call, count]) =>
    Array.from({ length: count }, (_, n): Injection => {
      return { call, n: n + 1, what: "signal=KILL" };
    }),
  );
  const chosen = spread(instants, INSTANTS[size], dice);
  let answered = 0;
  let late = 0;
  for (const injection of chosen) {
    const { call, n } = injection;
    const place = path.join(folder, `${call}-${n}`);
    mkdirSync(place);
    const { how, file, ledger } = await worked(root, place, injection);
    answered += ledger.answered.length;
    const found = await looker.look(file, ledger);
    if (how !== "SIGKILL") {
      late += 1;
      if (n <= certain(injection) * (calls.get(call) ?? 0))
        found.push(`nothing was injected: it ended with ${how}`);
    }
    findings.push(...found.map((finding) => `killed at ${call} ${n}: ${finding}`));
    if (findings.length > 0) break;
    rmSync(place, { recursive: true });
  }
  await looker.leave();
  const counts = Object.fromEntries([...calls].map(([call, count]) => [`${call} calls`, count]));
  return {
    figures: { ...counts, kills: chosen.length - late, "of instants": instants.length, answered },
    findings,
  };
}

/** Makes a file, works on it by one caller so that each time is the same, and closes it. */
async function worked(root: string, folder: string, injection?: Injection) {
  const file = path.join(folder, "lab.db");
  const log = path.join(folder, "calls");
  const ledger = new Ledger();
  const lab = new LabProcess({ root, within: tracing(log, injection) });
  await untilEnded(async () => {
    await lab.open({ file, lease: 60_000, onExpiry: "retry" });
    await callersAtWork({ lab, ledger, name: "fixed", callers: 1, rounds: 10 });
    await lab.close();
  });
  return { file, log, ledger, how: await lab.leave() };
}

/**
 * Replays a trace and prints one answer a call, as soon as the call is answered:
 * `npm run -s replay -- [--db DATABASE] FILE`, with `-` for standard input.
 */

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { Rejected } from "../index.ts";
import { BadUse } from "./bad-use.ts";
import { openDurable, openInMemory, type Replayed } from "./replayed.ts";
import { BadTrace, printed, readCall, readSystem } from "./trace.ts";

const USAGE = "usage: npm run -s replay -- [--db DATABASE] FILE   (FILE may be - for standard input)";

async function replay(args: readonly string[]): Promise<void> {
  const { file, database } = readArguments(args);
  let number = 0;
  let lab: Replayed | undefined;
  try {
    for await (const line of linesOf(file)) {
      number += 1;
      if (number > 1 && line.trim() === "") continue;
      if (lab === undefined) {
        const { maxFailures } = readSystem(line);
        lab = database === undefined ? openInMemory(maxFailures) : await openDurable(database, maxFailures);
        continue;
      }
      const call = readCall(line, number);
      if (call.op === "restart") await lab.restart();
      else await print(await answer(lab, call));
    }
    if (lab === undefined) throw new BadTrace(1, "the trace is empty");
  } finally {
    await lab?.close();
  }
}

async function answer(lab: Replayed, { command, now }: Parameters<Replayed["perform"]>[0]): Promise<object> {
  try {
    return { ok: printed(command.name, await lab.perform({ command, now })) };
  } catch (error) {
    if (error instanceof Rejected) return { error: error.code };
    throw error;
  }
}

/** Settles when the line has been taken, so that a slow reader holds the replay back. */
function print(value: object): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${JSON.stringify(value)}\n`, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

function readArguments(args: readonly string[]): { file: string; database: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { db: { type: "string" } },
      allowPositionals: true,
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new BadUse("name one trace file");
    return { file, database: values.db };
  } catch (error) {
    throw new BadUse(error instanceof Error ? error.message : String(error));
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const input = file === "-" ? process.stdin : createReadStream(file, "utf8");
  yield* createInterface({ input, crlfDelay: Infinity });
}

replay(process.argv.slice(2)).catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`replay: ${message}\n`);
  if (error instanceof BadUse) process.stderr.write(`${USAGE}\n`);
  process.exitCode = error instanceof BadTrace || error instanceof BadUse ? 2 : 1;
});

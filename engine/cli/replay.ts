/**
 * Replays a trace and prints one answer a call, as soon as the call is answered:
 * `npm run -s replay -- [--db DATABASE] FILE`, with `-` for standard input.
 */

import { createReadStream } from "node:fs";
import { parseArgs } from "node:util";
import { Rejected } from "../index.ts";
import { BadUse } from "./bad-use.ts";
import { print, ReaderGone } from "./print.ts";
import { openDurable, openInMemory, replayedQueue, type Replayed } from "./replayed.ts";
import { BadTrace, readCall, readSystem, type System, type TraceCall } from "./trace.ts";

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
        lab = await open(readSystem(line), database);
        continue;
      }
      const call = readCall(line, number);
      if (call.op === "restart") await lab.restart();
      else await print(`${JSON.stringify(await answer(lab, call))}\n`);
    }
    if (lab === undefined) throw new BadTrace(1, "the trace is empty");
  } finally {
    await lab?.close();
  }
}

function open(system: System, database: string | undefined): Replayed | Promise<Replayed> {
  if (system.new === "WorkQueue") {
    if (database !== undefined) throw new BadTrace(1, "a WorkQueue lives in memory: leave --db out");
    return replayedQueue(system.queue);
  }
  return database === undefined ? openInMemory(system.options) : openDurable(database, system.options);
}

async function answer(lab: Replayed, call: TraceCall): Promise<object> {
  try {
    return { ok: await lab.answer(call) };
  } catch (error) {
    if (error instanceof Rejected) return { error: error.code };
    throw error;
  }
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

/** Only a line feed ends a line: an id may hold any other separator that Unicode has. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const input = file === "-" ? process.stdin.setEncoding("utf8") : createReadStream(file, "utf8");
  let rest = "";
  try {
    for await (const chunk of input as AsyncIterable<string>) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } catch (error) {
    throw error instanceof Error && "syscall" in error
      ? new BadUse(`${file} can't be read (${error.message})`)
      : error;
  }
  if (rest !== "") yield rest;
}

replay(process.argv.slice(2)).catch((error: unknown) => {
  process.exitCode = error instanceof BadTrace || error instanceof BadUse ? 2 : 1;
  if (error instanceof ReaderGone) return;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`replay: ${message}\n`);
  if (error instanceof BadUse) process.stderr.write(`${USAGE}\n`);
});

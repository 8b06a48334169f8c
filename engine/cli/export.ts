/** `lab export`: all jobs and events as text, to a file that appears when it is whole, or to standard output. */

import { createWriteStream, existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DatabaseRefused, exportedLines, type ExportFormat } from "../index.ts";
import { BadUse } from "./bad-use.ts";
import type { Outcome } from "./outcome.ts";
import { print } from "./print.ts";

const AT_ONCE = 65_536;

/** Throws DatabaseRefused, BadUse, ReaderGone. */
export async function exportDatabase(database: string, to: string, format: string): Promise<Outcome> {
  if (format !== "jsonl" && format !== "csv")
    throw new BadUse(`There is no format “${format}”: say jsonl or csv.`);
  const chunks = inChunks(exportedLines(database, format satisfies ExportFormat));
  if (to === "-") {
    for (const chunk of chunks) await print(chunk);
    return { text: "" };
  }
  if (existsSync(to)) {
    throw new DatabaseRefused(`${to} is there already, and is left as it is. Name another file.`);
  }
  const unfinished = `${to}.unfinished`;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(unfinished));
    await sync(unfinished, "r+");
    await rename(unfinished, to);
    if (process.platform !== "win32") await sync(dirname(to), "r");
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof DatabaseRefused) throw error;
    throw new DatabaseRefused(
      `${to} can't be written (${(error as Error).message}). Check its folder, or name another.`,
    );
  }
  return { text: `Wrote ${to}.\n` };
}

async function sync(file: string, flags: string): Promise<void> {
  const handle = await open(file, flags);
  await handle.sync().finally(() => handle.close());
}

/** A write for each line would be slow. */
function* inChunks(lines: Iterable<string>): Generator<string> {
  let chunk = "";
  for (const line of lines) {
    chunk += line;
    if (chunk.length < AT_ONCE) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}

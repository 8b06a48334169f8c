/**
 * Measures the dispatcher and the durable lab: `npm run bench -- [PART …] [--long] [--json FILE]`. Prints what it finds
 * and what it was meant to be; slow numbers fail nothing. Each part runs in a process of its own, so that it finds the same
 * alone as among the others.
 */

import { fork, type ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { isPart, PARTS, type Part, type PartOptions } from "./parts.ts";
import { shown, type Report } from "./report.ts";

const USAGE = `usage: npm run bench -- [${PARTS.join("] [")}] [--long] [--json FILE]`;

let running: ChildProcess | undefined;

async function bench(args: readonly string[]): Promise<void> {
  const { parts, json, long } = readArguments(args);
  const machine = `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus()[0]?.model ?? "?"}`;
  console.log(`${machine}\n`);
  const reports: Record<string, Report> = {};
  for (const part of parts) {
    const start = performance.now();
    const report = await inItsOwnProcess(part, { long });
    reports[part] = report;
    console.log(`${shown(report)}\n\n(${part}: ${((performance.now() - start) / 1000).toFixed(0)} s)\n`);
  }
  if (json !== undefined) writeFileSync(json, `${JSON.stringify({ machine, reports }, null, 2)}\n`);
}

function inItsOwnProcess(part: Part, { long }: PartOptions): Promise<Report> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL("run-part.ts", import.meta.url), [part, ...(long ? ["--long"] : [])]);
    running = child;
    let report: Report | undefined;
    child.on("message", (message) => {
      report = message as Report;
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (report !== undefined && code === 0) resolve(report);
      else reject(new Error(`the part ${part} ended with ${signal ?? code ?? "nothing"}`));
    });
  });
}

class BadUse extends Error {}

interface Arguments extends PartOptions {
  readonly parts: readonly Part[];
  readonly json: string | undefined;
}

function readArguments(args: readonly string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { json: { type: "string" }, long: { type: "boolean", default: false } },
      allowPositionals: true,
    });
    const parts = positionals.filter(isPart);
    const other = positionals.find((name) => !isPart(name));
    if (other !== undefined) throw new BadUse(`there is no part ${other}`);
    return { parts: parts.length > 0 ? parts : PARTS, ...values, json: values.json };
  } catch (error) {
    throw new BadUse(error instanceof Error ? error.message : String(error));
  }
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    running?.kill();
    process.exit(1);
  });
}

try {
  await bench(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof BadUse)) throw error;
  console.error(`${error.message}\n${USAGE}`);
  process.exitCode = 2;
}

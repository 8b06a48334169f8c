/** Runs tests of a copy, in a process of its own, and tells which failed. */

import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";

export interface TestRun {
  /** The names of the tests that failed, and what else did. */
  readonly failed: readonly string[];
  readonly passed: number;
  /** Why there is no more to tell, if not even the tests began. */
  readonly trouble: string | undefined;
}

export interface TestChoice {
  /** Files, or folders. */
  readonly files: readonly string[];
  /** A part of the names of tests: others are left out. */
  readonly named?: string;
  /** Ends with the first test that fails. */
  readonly bail?: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

/** What Vitest's JSON reporter writes, as far as it is read here. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** `patience`: after how many milliseconds the run is ended, which counts as a failure. */
export async function runTests(folder: string, choice: TestChoice, patience: number): Promise<TestRun> {
  const report = path.join(folder, "report.json");
  rmSync(report, { force: true });
  const start = performance.now();
  const output = await outputOf(
    spawn(process.execPath, argumentsFor(folder, report, choice), {
      cwd: folder,
      env: { ...process.env, ...choice.env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: patience,
      killSignal: "SIGKILL",
    }),
  );
  if (performance.now() - start >= patience)
    return { failed: ["(the tests came to no end)"], passed: 0, trouble: undefined };
  try {
    return resultsIn(JSON.parse(readFileSync(report, "utf8")) as Report);
  } catch {
    return { failed: [], passed: 0, trouble: `Vitest has told nothing but:\n${output}` };
  }
}

const running = new Set<ChildProcess>();

/** Ends all runs at once; what they would have told is lost. */
export function stopTests(): void {
  for (const child of running) child.kill("SIGKILL");
}

/** What the program says, when it has ended. */
function outputOf(child: ChildProcess): Promise<string> {
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => said.push(text));
  }
  running.add(child);
  return new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => {
      resolve(said.join(""));
    });
  }).finally(() => running.delete(child));
}

function argumentsFor(folder: string, report: string, { files, named, bail }: TestChoice): string[] {
  return [
    path.join(folder, "node_modules", "vitest", "vitest.mjs"),
    "run",
    "--config=build/vitest.config.ts",
    // One process and one thread: quick to start, and gone at once when it is killed.
    "--pool=threads",
    "--maxWorkers=1",
    "--no-isolate",
    "--no-cache",
    `--fsModuleCachePath=${path.join(folder, ".cache")}`,
    "--reporter=json",
    `--outputFile=${report}`,
    ...(named === undefined ? [] : [`--testNamePattern=${named.replace(/[[\]]/g, "\\$&")}`]),
    ...(bail === true ? ["--bail=1"] : []),
    ...files,
  ];
}

function resultsIn({ testResults }: Report): TestRun {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  // A file that doesn't load fails without a test.
  const unloaded = testResults.find(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return {
    failed: tests.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
    passed: tests.filter(({ status }) => status === "passed").length,
    trouble: unloaded && `${unloaded.name} doesn't load: ${unloaded.message}`,
  };
}

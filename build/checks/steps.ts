/**
 * The steps of `npm test`, in order from quick to slow. Each shows what its
 * tool says and resolves to a tally; none throws.
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import { bundleApp } from "../bundle/bundle.ts";
import { packageApp } from "../package/package.ts";
import { npmCommand, showCommand } from "../setup/commands.ts";
import { withDisplay } from "../setup/display.ts";
import { projectRoot } from "../setup/project.ts";
import { describeRuntimeTo, prepareRuntime } from "../setup/runtime.ts";
import { SetUpFailure } from "../setup/set-up-failure.ts";
import { countEndToEndTests, countUnitTests, oneFailed, onePassed, type Tally } from "./tally.ts";

export type Step = { readonly name: string; readonly run: () => Promise<Tally> };

const reports = path.join(projectRoot, "test-results");
const playwright = path.join(projectRoot, "node_modules", "@playwright", "test", "cli.js");

export const steps: readonly Step[] = [
  { name: "types", run: () => checkOnce("types") },
  { name: "lint", run: () => checkOnce("lint:code") },
  { name: "imports", run: () => checkOnce("lint:imports") },
  { name: "format", run: () => checkOnce("lint:format") },
  { name: "unit", run: runUnitTests },
  { name: "e2e", run: runEndToEndTests },
];

async function checkOnce(script: string): Promise<Tally> {
  return (await runScript(script)) === 0 ? onePassed : oneFailed;
}

async function runUnitTests(): Promise<Tally> {
  const report = path.join(reports, "unit.json");
  await rm(report, { force: true });
  const exitCode = await runScript("test:unit", [
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  return takeTally(exitCode, () => countUnitTests(report));
}

async function runEndToEndTests(): Promise<Tally> {
  const report = path.join(reports, "e2e.json");
  await rm(report, { force: true });
  try {
    const runtime = await prepareRuntime();
    await bundleApp();
    await packageApp(runtime);
    const exitCode = await withDisplay((display) =>
      showCommand(
        process.execPath,
        [playwright, "test", "--config", "build/playwright.config.ts", "--reporter=list,json"],
        {
          cwd: projectRoot,
          env: {
            ...process.env,
            ...describeRuntimeTo(runtime),
            ...display,
            PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          },
        },
      ),
    );
    return await takeTally(exitCode, () => countEndToEndTests(report));
  } catch (error) {
    console.error(error instanceof SetUpFailure ? error.message : error);
    return oneFailed;
  }
}

/** A runner that fails without counting a failure did not get as far as its tests, or found none. */
async function takeTally(exitCode: number, count: () => Promise<Tally>): Promise<Tally> {
  const tally = await count().catch(() => oneFailed);
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

function runScript(name: string, args: readonly string[] = []): Promise<number> {
  const [npm, npmArgs] = npmCommand("run", "--silent", name, "--", ...args);
  return showCommand(npm, npmArgs, { cwd: projectRoot });
}

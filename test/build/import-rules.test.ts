/**
 * Sees each import rule refuse what it is there to refuse: plants one wrong
 * import of each kind in a small lab of its own, and right ones beside them.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const projectRoot = path.resolve(import.meta.dirname, "..", "..");
const cruiser = path.join(projectRoot, "node_modules", "dependency-cruiser", "bin", "dependency-cruiser.mjs");
const config = path.join(projectRoot, "build", "import-rules.config.js");

/** What the planted imports point to; every import among these is allowed. */
const lab = {
  "tsconfig.json":
    '{ "compilerOptions": { "module": "nodenext", "allowImportingTsExtensions": true, "noEmit": true } }',
  "package.json": '{ "type": "module" }',
  "node_modules/electron/index.js": "export const app = 1;",
  "node_modules/react/index.js": "export const useState = 1;",
  "node_modules/better-sqlite3/index.js": "export const Database = 1;",
  "engine/model.ts": "export type Job = 1; export const states = 1;",
  "engine/rejected.ts": "export class Rejected extends Error {}",
  "engine/dispatcher.ts": "import { states } from './model.ts'; export const decide = states;",
  "engine/hen.ts": "import './egg.ts';",
  "engine/index.ts": "export * from './dispatcher.ts'; export * from './durable/actor.ts';",
  "engine/durable/actor.ts":
    "import './sqlite/journal.ts'; import '../dispatcher.ts'; import 'node:fs'; export const actor = 1;",
  "engine/durable/sqlite/journal.ts": "import 'better-sqlite3';",
  "engine/robot-api/index.ts": "import '../index.ts'; import 'node:http';",
  "engine/cli/replay.ts": "import '../index.ts'; import '../robot-api/index.ts'; import 'node:process';",
  "electron/api/contract.ts":
    "import type { Job } from '../../engine/model.ts'; export type Lab = Job; export const channel = 1;",
  "electron/main.ts":
    "import 'electron'; import './api/contract.ts'; import '../engine/index.ts'; import '../engine/robot-api/index.ts';",
  "renderer/main.tsx":
    "import type { Lab } from '../electron/api/contract.ts'; import 'react'; export type Window = Lab;",
};

const planted: readonly (readonly [rule: string, file: string, code: string])[] = [
  ["no-cycles", "engine/egg.ts", "import './hen.ts';"],
  ["resolvable", "engine/lost.ts", "import './nowhere.ts';"],
  ["renderer-imports-the-contract-only", "renderer/engine.ts", "import '../engine/index.ts';"],
  [
    "renderer-imports-the-contract-only",
    "renderer/main-process.ts",
    "import type {} from '../electron/main.ts';",
  ],
  [
    "renderer-imports-types-only",
    "renderer/channel.ts",
    "import { channel } from '../electron/api/contract.ts'; export { channel };",
  ],
  [
    "renderer-imports-types-only",
    "renderer/states.ts",
    "import { states } from '../engine/model.ts'; export { states };",
  ],
  ["renderer-is-a-page", "renderer/files.ts", "import 'node:fs';"],
  ["contract-uses-the-words-only", "electron/api/wide.ts", "import '../../engine/index.ts';"],
  ["electron-uses-the-doors", "electron/shortcut.ts", "import '../engine/durable/actor.ts';"],
  ["electron-uses-the-doors", "electron/page.ts", "import '../renderer/main.tsx';"],
  ["engine-stands-alone", "engine/durable/window.ts", "import '../../electron/main.ts';"],
  ["engine-stands-alone", "engine/component.ts", "import 'react';"],
  ["robot-api-uses-the-door", "engine/robot-api/shortcut.ts", "import '../dispatcher.ts';"],
  ["cli-uses-the-doors", "engine/cli/shortcut.ts", "import '../durable/actor.ts';"],
  ["engine-does-not-look-up", "engine/durable/served.ts", "import '../robot-api/index.ts';"],
  ["decisions-do-not-know-storage", "engine/stored.ts", "import './durable/actor.ts';"],
  ["decisions-do-not-know-node", "engine/clock.ts", "import 'node:perf_hooks';"],
  ["sqlite-in-one-place", "engine/durable/database.ts", "import 'better-sqlite3';"],
  ["sqlite-in-one-place", "electron/database.ts", "import type {} from 'better-sqlite3';"],
  ["electron-in-one-place", "engine/cli/window.ts", "import 'electron';"],
  ["electron-in-one-place", "renderer/ipc.ts", "import 'electron';"],
];

let folder: string;
let refusals: string[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "import-rules-"));
  for (const [file, code] of Object.entries(lab)) await plant(file, code);
  for (const [, file, code] of planted) await plant(file, code);
  refusals = await listRefusals();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("import rules", () => {
  it.each(planted)("[%s] refuses %s: %s", (rule, file) => {
    expect(refusals).toContain(`${rule}: ${file}`);
  });

  it("allows what is imported in the right direction", () => {
    expect(
      refusals.filter((refusal) => Object.keys(lab).some((file) => refusal.endsWith(`: ${file}`))),
    ).toEqual([]);
  });
});

async function plant(file: string, code: string): Promise<void> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, code);
}

/** The cruiser exits with the number of violations, so a failure is what we expect. */
async function listRefusals(): Promise<string[]> {
  const args = [cruiser, "--config", config, "--output-type", "json", "engine", "electron", "renderer"];
  const failure: unknown = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
    (error: unknown) => error,
  );
  const { stdout } = failure as { stdout: string };
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  return summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`);
}

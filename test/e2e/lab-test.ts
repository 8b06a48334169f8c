/** The fixture of the end-to-end tests: the built app in a real Electron on a lab of its own, and its end. */

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { _electron, test as base, type ElectronApplication, type Page } from "@playwright/test";
import { Desk } from "./desk.ts";

export const project = join(import.meta.dirname, "../..");

/** The Electron that set-up has prepared; see build/setup/runtime.ts. */
const runtime = JSON.parse(await readFile(join(project, ".cache/runtime.json"), "utf8")) as {
  readonly executable: string;
  readonly sqliteBinding: string | null;
};

export interface RunningApp {
  readonly app: ElectronApplication;
  readonly window: Page;
  readonly desk: Desk;
  /** What the window has written to its console, security complaints included. */
  readonly complaints: readonly string[];
  /** As a power cut would: nothing is closed. */
  kill(): Promise<void>;
}

interface Fixtures {
  readonly folder: string;
  /** The lab's database. */
  readonly file: string;
  readonly start: (...args: string[]) => Promise<RunningApp>;
  /** The app on a new lab in which two failures lead to quarantine. */
  readonly lab: RunningApp;
}

export const test = base.extend<Fixtures>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "lab-e2e-"));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  file: async ({ folder }, use) => use(join(folder, "lab.db")),
  start: async ({ file }, use) => {
    const running: RunningApp[] = [];
    await use(async (...args) => {
      const started = await launch([...command.args, "--db", file, ...args]);
      running.push(started);
      return started;
    });
    for (const { app } of running) await app.close().catch(() => {});
  },
  lab: async ({ start }, use) => use(await start("--max-failures", "2")),
});

export { expect } from "@playwright/test";

/** How the app is started outside of Playwright. */
export const command = {
  executable: runtime.executable,
  args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), project],
  env: {
    ...process.env,
    ...(runtime.sqliteBinding === null ? {} : { LAB_SQLITE_BINDING: runtime.sqliteBinding }),
  } as Record<string, string>,
};

export async function launch(
  args: readonly string[],
  { executable = command.executable, env = command.env, chromiumSandbox = false } = {},
): Promise<RunningApp> {
  const app = await _electron.launch({
    executablePath: executable,
    args: [...args],
    env,
    chromiumSandbox,
    colorScheme: null,
  });
  const window = await app.firstWindow();
  const complaints: string[] = [];
  window.on("console", (message) => complaints.push(message.text()));
  window.on("pageerror", (error) => complaints.push(String(error)));
  await window.getByRole("navigation").waitFor();
  const process = app.process();
  const kill = async () => {
    const ended = new Promise((resolve) => process.once("exit", resolve));
    process.kill("SIGKILL");
    await ended;
  };
  return { app, window, desk: new Desk(window), complaints, kill };
}

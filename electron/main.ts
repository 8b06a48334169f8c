/**
 * Boot order of the app: where the data lies, then the engine, then the window. Everything the app says to a
 * terminal is said here.
 */

import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { app, BrowserWindow, dialog } from "electron";
import { DatabaseRefused, DurableLab } from "../engine/index.ts";
import { CHANGED, MENU } from "./api/channels.ts";
import { declareAppScheme, serveAppScheme } from "./app-scheme.ts";
import { closeWithApp } from "./ending.ts";
import { callsOn } from "./ipc/calls.ts";
import { serveCalls } from "./ipc/serve-calls.ts";
import { setMenu } from "./menu.ts";
import { readOptions, type Options } from "./options.ts";
import { throttled } from "./throttled.ts";
import { Verification } from "./verification.ts";
import { openWindow } from "./window.ts";
import { chooseWorkflow, sampleWorkflow } from "./workflow.ts";

/** Where the bundles lie: this one, the engine's threads, the verification, the preload script and the window. */
const bundles = dirname(fileURLToPath(import.meta.url));

/** How often the window is told of changes, at most. */
const TELL_EVERY = 150;

// The app is ready only once this module has run: until then nothing is made, and whatever is wrong is said.
declareAppScheme();
try {
  const options = readOptions(process.argv.slice(1));
  const database = chooseDatabase(options);
  const lab = await openLab(database, options);
  const verification = new Verification(join(bundles, "verification-process.js"));
  closeWithApp(async () => {
    // Whoever closes the database last tidies up its write-ahead log: that is to be the lab.
    await verification.end();
    await lab.close();
  });
  app
    .whenReady()
    .then(() => showWindow(lab, verification, database, options))
    .catch(giveUp);
} catch (error) {
  await giveUp(error);
}

/** The one that was named, or the one in the user's own folder. What the window remembers lies beside it. */
function chooseDatabase({ database }: Options): string {
  if (database === undefined) return join(app.getPath("userData"), "lab.db");
  const file = resolve(database);
  app.setPath("userData", `${file}-window`);
  return file;
}

async function openLab(database: string, { maxFailures }: Options): Promise<DurableLab> {
  const lab = await DurableLab.open({
    file: database,
    maxFailures,
    workerFile: join(bundles, "engine-worker.js"),
    readerFile: join(bundles, "engine-reader.js"),
    nativeBinding: nativeBinding(),
  });
  const stored = lab.news.maxFailures;
  if (maxFailures !== undefined && maxFailures !== stored) {
    await lab.close();
    throw new DatabaseRefused(
      `${database} was made with ${String(stored)} failures to quarantine. Leave --max-failures out, or name a new file.`,
    );
  }
  // This process has the database, so it is the one that a second start should bring to the front.
  app.requestSingleInstanceLock();
  return lab;
}

/** The SQLite addon that fits a stand-in runtime; a real one takes the package's own. */
function nativeBinding(): string | undefined {
  const named = process.env["LAB_SQLITE_BINDING"];
  if (named) return named;
  const packaged = join(process.resourcesPath, "better_sqlite3.node");
  return existsSync(packaged) ? packaged : undefined;
}

function showWindow(
  lab: DurableLab,
  verification: Verification,
  database: string,
  { operator }: Options,
): void {
  serveAppScheme(join(bundles, "renderer"));
  serveCalls(
    callsOn(lab, {
      database,
      actor: operator ?? userInfo().username,
      damage: () => verification.damage,
      readWorkflow: (source) => (source === "sample" ? sampleWorkflow(lab) : chooseWorkflow(window, lab)),
    }),
    (sender) => BrowserWindow.getAllWindows().some(({ webContents }) => webContents === sender),
  );
  const window = openWindow(bundles);
  setMenu((command) => window.webContents.send(MENU, command));
  const tell = throttled(TELL_EVERY, () => {
    if (!window.isDestroyed()) window.webContents.send(CHANGED);
  });
  lab.onChange(tell);
  // Nobody waits for it, and it holds up nobody's start.
  window.once("ready-to-show", () => verification.begin(database, nativeBinding(), tell));
  app.on("second-instance", () => {
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  console.log(
    `Lab Dispatcher is running.\n  Database: ${database}\n  To stop:  close the window, or press Ctrl+C here.`,
  );
}

/** Says why in the terminal; a packaged app, which has none, shows it. */
async function giveUp(error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof DatabaseRefused && error.inUse && !app.requestSingleInstanceLock()) {
    console.error(`${message} Its window has been brought to the front.`);
  } else {
    console.error(message);
    if (app.isPackaged) {
      await app.whenReady();
      dialog.showErrorBox("Lab Dispatcher can't start", message);
    }
  }
  app.exit(error instanceof DatabaseRefused ? 1 : 2);
}

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
import { callsOn } from "./ipc/calls.ts";
import { serveCalls } from "./ipc/serve-calls.ts";
import { setMenu } from "./menu.ts";
import { readOptions, type Options } from "./options.ts";
import { throttled } from "./throttled.ts";
import { openWindow } from "./window.ts";
import { chooseWorkflow, sampleWorkflow } from "./workflow.ts";

/** Where the bundles lie: this one, the engine's thread, the preload script and the window. */
const bundles = dirname(fileURLToPath(import.meta.url));

/** How often the window is told of changes, at most. */
const TELL_EVERY = 150;

try {
  boot(readOptions(process.argv.slice(1)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  app.exit(2);
}

function boot({ database, ...options }: Options): void {
  const file = database === undefined ? join(app.getPath("userData"), "lab.db") : resolve(database);
  // What the window remembers lies beside a database that was named: two labs are two apps.
  if (database !== undefined) app.setPath("userData", `${file}-window`);
  declareAppScheme();
  if (app.requestSingleInstanceLock()) {
    app
      .whenReady()
      .then(() => start({ database: file, ...options }))
      .catch(giveUp);
  } else {
    console.error(
      `${file} is open in another Lab Dispatcher already; its window has been brought to the front.`,
    );
    app.exit(1);
  }
}

async function start({ database, maxFailures, operator }: Options & { database: string }): Promise<void> {
  const lab = await DurableLab.open({
    file: database,
    maxFailures,
    workerFile: join(bundles, "engine-worker.js"),
    nativeBinding: nativeBinding(),
  });
  closeWithApp(lab);
  serveAppScheme(join(bundles, "renderer"));
  serveCalls(
    callsOn(lab, {
      database,
      actor: operator ?? userInfo().username,
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
  app.on("second-instance", () => {
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  console.log(
    `Lab Dispatcher is running.\n  Database: ${database}\n  To stop:  close the window, or press Ctrl+C here.`,
  );
}

/** The SQLite addon that fits a stand-in runtime; a real one takes the package's own. */
function nativeBinding(): string | undefined {
  const named = process.env["LAB_SQLITE_BINDING"];
  if (named) return named;
  const packaged = join(process.resourcesPath, "better_sqlite3.node");
  return existsSync(packaged) ? packaged : undefined;
}

/** The app ends when its window does, or when it is told to, and only once the database is closed. */
function closeWithApp(lab: DurableLab): void {
  let closed = false;
  app.on("window-all-closed", () => app.quit());
  app.on("will-quit", (event) => {
    if (closed) return;
    event.preventDefault();
    lab
      .close()
      .catch(console.error)
      .finally(() => {
        closed = true;
        app.quit();
      });
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => app.quit());
}

/** Said in the terminal, and shown to whoever started the app from a menu. */
async function giveUp(error: unknown): Promise<void> {
  const message = error instanceof DatabaseRefused ? error.message : `The app can't start: ${String(error)}`;
  console.error(message);
  process.on("SIGTERM", () => app.exit(1));
  process.on("SIGINT", () => app.exit(1));
  await dialog.showMessageBox({
    type: "error",
    title: "Lab Dispatcher",
    message: "Lab Dispatcher can't start",
    detail: message,
  });
  app.exit(1);
}

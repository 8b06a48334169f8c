/** The operators' window: sandboxed, isolated, at home on `app://lab` only. */

import { join } from "node:path";
import { BrowserWindow } from "electron";
import { WINDOW_ORIGIN, WINDOW_URL } from "./app-scheme.ts";

/** `folder` holds the built preload script. */
export function openWindow(folder: string): BrowserWindow {
  const window = new BrowserWindow({
    title: "Lab Dispatcher",
    width: 1440,
    height: 900,
    minWidth: 1024,
    minHeight: 640,
    show: false,
    webPreferences: {
      preload: join(folder, "preload.cjs"),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  confine(window);
  window.once("ready-to-show", () => window.show());
  window.webContents.on("render-process-gone", (_event, { reason }) => {
    if (reason !== "clean-exit") window.reload();
  });
  void window.loadURL(WINDOW_URL);
  return window;
}

/** Nothing leads out of the app, and nothing in it may use the machine's devices. */
function confine({ webContents }: BrowserWindow): void {
  webContents.setWindowOpenHandler(() => ({ action: "deny" }));
  webContents.on("will-navigate", (event) => {
    if (new URL(event.url).origin !== WINDOW_ORIGIN && !event.url.startsWith(`${WINDOW_ORIGIN}/`))
      event.preventDefault();
  });
  webContents.on("will-attach-webview", (event) => event.preventDefault());
  webContents.session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  webContents.session.setPermissionCheckHandler(() => false);
}

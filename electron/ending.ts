/**
 * How the app ends: when its window is closed, when the menu says so, or when it is told to from outside; each
 * time the database is closed first.
 */

import { app } from "electron";

/** `close` may be called more than once. */
export function closeWithApp(close: () => Promise<void>): void {
  // A signal may have reached Electron's own processes too: what they do meanwhile must not end this one early.
  app.commandLine.appendSwitch("disable-gpu-process-crash-limit");
  app.on("window-all-closed", () => app.quit());
  app.on("will-quit", (event) => {
    event.preventDefault();
    void end();
  });
  // Once ready, since Electron sets handlers of its own until then, which a second signal gets past. The same
  // signal often comes twice: from the terminal, and from whoever started the app.
  void app.whenReady().then(() => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end());
  });

  async function end(): Promise<void> {
    await close().catch(console.error);
    app.exit(0);
  }
}

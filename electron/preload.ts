/** Gives the window its one door to the engine: `window.lab`, and nothing of Electron itself. */

import { contextBridge, ipcRenderer, type IpcRendererEvent } from "electron";
import { CALL, CHANGED, MENU } from "./api/channels.ts";
import type { Lab, MenuCommand } from "./api/contract.ts";

const lab: Lab = {
  call: (name, request) => ipcRenderer.invoke(CALL, name, request),
  onChange: (listener) => listen(CHANGED, () => listener()),
  onMenu: (listener) => listen(MENU, (_event, command) => listener(command as MenuCommand)),
};

contextBridge.exposeInMainWorld("lab", lab);

/** Gives the way to stop. */
function listen(channel: string, listener: (event: IpcRendererEvent, message: unknown) => void): () => void {
  ipcRenderer.on(channel, listener);
  return () => ipcRenderer.off(channel, listener);
}

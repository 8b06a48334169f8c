/** The application's menu. What concerns jobs is carried out by the window, which knows what is selected. */

import { Menu, type MenuItemConstructorOptions } from "electron";
import type { MenuCommand } from "./api/contract.ts";

export function setMenu(send: (command: MenuCommand) => void): void {
  const item = (label: string, command: MenuCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => send(command),
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      {
        label: "&File",
        submenu: [
          item("New Job…", "new-job", "CmdOrCtrl+N"),
          item("Import Workflow…", "import-file", "CmdOrCtrl+O"),
          item("Load the Sample Workflow…", "import-sample"),
          { type: "separator" },
          { role: "quit" },
        ],
      },
      { role: "editMenu" },
      {
        label: "&Jobs",
        submenu: [
          item("Claim Next", "claim-next", "CmdOrCtrl+Shift+C"),
          item("Find…", "find", "CmdOrCtrl+F"),
        ],
      },
      {
        label: "&View",
        submenu: [
          item("Jobs", "show-jobs", "CmdOrCtrl+1"),
          item("Quarantine", "show-quarantine", "CmdOrCtrl+2"),
          { type: "separator" },
          { role: "resetZoom" },
          { role: "zoomIn" },
          { role: "zoomOut" },
          { role: "togglefullscreen" },
        ],
      },
    ]),
  );
}

/** Puts the window together: frame, screen, the job's page beside it, the dialog that is being asked; keys and menu. */

import { useEffect, useEffectEvent, useRef } from "react";
import type { MenuCommand } from "../electron/api/contract.ts";
import { onMenu } from "./api/client.ts";
import { useLive } from "./api/live.ts";
import { useStatus } from "./api/queries.ts";
import { useDeeds } from "./deeds.tsx";
import { useDesk } from "./desk.tsx";
import { Dialogs } from "./dialogs.tsx";
import { Frame } from "./frame/frame.tsx";
import { JobsScreen } from "./jobs/jobs-screen.tsx";
import { JobPanel } from "./job-page/job-panel.tsx";
import { QuarantineScreen } from "./quarantine/quarantine-screen.tsx";
import { useShortcuts, type ShortcutKey } from "./shortcuts.ts";
import { useKeepFocus } from "./ui/keep-focus.ts";

export function App() {
  useLive();
  useKeepFocus();
  const desk = useDesk();
  const deeds = useDeeds();
  const status = useStatus();
  const search = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLElement>(null);

  const find = () => {
    search.current?.focus();
    search.current?.select();
  };
  const leaveSearch = () => {
    search.current?.blur();
    list()?.focus();
  };
  const closePage = () => {
    desk.closePage();
    list()?.focus();
  };
  /** To its actions, before the first of them: one more Enter must not do anything. */
  const enterPage = () => panel.current?.querySelector<HTMLElement>("[data-actions]")?.focus();
  /** The job that keys act on: only one that is seen. */
  const seen = () => (desk.pageOpen || list()?.hasAttribute("aria-activedescendant") ? desk.selected : null);

  useMenu({
    "import-file": deeds.importFile,
    "import-sample": deeds.loadSample,
    "new-job": () => desk.ask({ kind: "new-job" }),
    "claim-next": deeds.claimNext,
    find,
    "show-jobs": () => desk.go("jobs"),
    "show-quarantine": () => desk.go("quarantine"),
  });

  useShortcuts((key: ShortcutKey, event: KeyboardEvent) => {
    // A dialog is about to come.
    if (deeds.reading) return false;
    switch (key) {
      case "find":
        find();
        return true;
      case "help":
        desk.ask({ kind: "shortcuts" });
        return true;
      case "new-job":
        desk.ask({ kind: "new-job" });
        return true;
      case "claim-next":
        deeds.claimNext();
        return true;
      case "jobs":
        desk.go("jobs");
        return true;
      case "quarantine":
        desk.go("quarantine");
        return true;
      case "close":
        if (desk.pageOpen) closePage();
        return desk.pageOpen;
      case "redrive":
      case "prerequisites": {
        const id = seen();
        if (id !== null) desk.ask({ kind: key, id });
        return id !== null;
      }
      case "list":
        return handToList(event);
    }
  });

  /** The refusal stands on the open page, where the action was. */
  const refusedHere = desk.pageOpen && deeds.refused?.on === desk.selected;

  return (
    <>
      <Frame
        status={status.data}
        answering={!status.isError}
        screen={desk.screen}
        search={desk.search}
        searchRef={search}
        onGo={desk.go}
        onSearch={desk.setSearch}
        onSearched={leaveSearch}
        onShortcuts={() => desk.ask({ kind: "shortcuts" })}
        refusal={refusedHere ? null : (deeds.refused?.refusal ?? null)}
        onForget={deeds.forget}
      >
        {desk.screen === "jobs" ? (
          <JobsScreen deeds={deeds} onEnterPage={enterPage} />
        ) : (
          <QuarantineScreen onEnterPage={enterPage} />
        )}
        {desk.pageOpen && desk.selected !== null && (
          <JobPanel
            key={desk.selected}
            id={desk.selected}
            deeds={deeds}
            panelRef={panel}
            onClose={closePage}
          />
        )}
      </Frame>
      <Dialogs />
    </>
  );
}

const list = () => document.querySelector<HTMLElement>("[data-list]");

/** A moving key that nobody else wants goes to the list. */
function handToList(event: KeyboardEvent): boolean {
  const target = list();
  const focused = document.activeElement;
  if (!target || (focused !== document.body && !focused?.matches("main"))) return false;
  target.focus();
  target.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, bubbles: true, cancelable: true }));
  return true;
}

/** The menu's wishes wait while a dialog is open, as the keys do. */
function useMenu(wishes: Readonly<Record<MenuCommand, () => void>>): void {
  const onCommand = useEffectEvent((command: MenuCommand) => {
    if (!document.querySelector("dialog[open]")) wishes[command]();
  });
  useEffect(() => onMenu((command) => onCommand(command)), []);
}

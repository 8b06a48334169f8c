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

export function App() {
  useLive();
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
  const enterPage = () => panel.current?.querySelector<HTMLElement>("button")?.focus();

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
      case "prerequisites":
        if (desk.selected === null) return false;
        desk.ask({ kind: key, id: desk.selected });
        return true;
      case "list":
        return handToList(event);
    }
  });

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
      >
        {desk.screen === "jobs" ? (
          <JobsScreen deeds={deeds} onEnterPage={enterPage} />
        ) : (
          <QuarantineScreen onEnterPage={enterPage} />
        )}
        {desk.pageOpen && desk.selected !== null && (
          <JobPanel key={desk.selected} id={desk.selected} panelRef={panel} onClose={closePage} />
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
  if (!target || target.contains(document.activeElement) || document.activeElement !== document.body)
    return false;
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

/** Single keys for the whole window. They rest while a dialog is open or somebody types. */

import { useEffect, useEffectEvent, useRef } from "react";

export type ShortcutKey =
  | "find"
  | "help"
  | "new-job"
  | "claim-next"
  | "redrive"
  | "prerequisites"
  | "jobs"
  | "quarantine"
  | "close"
  | "list";

/** What a key, after the one before it, means; null if nothing. */
export function meaningOf(key: string, before: string | null): ShortcutKey | null {
  if (before === "g") {
    if (key === "j") return "jobs";
    return key === "q" ? "quarantine" : null;
  }
  const meanings: Readonly<Record<string, ShortcutKey>> = {
    "/": "find",
    "?": "help",
    n: "new-job",
    c: "claim-next",
    r: "redrive",
    e: "prerequisites",
    1: "jobs",
    2: "quarantine",
    Escape: "close",
    j: "list",
    k: "list",
    ArrowDown: "list",
    ArrowUp: "list",
    PageDown: "list",
    PageUp: "list",
    Home: "list",
    End: "list",
  };
  return meanings[key] ?? null;
}

/** Calls `act` for each shortcut; `act` tells whether the key was of use. */
export function useShortcuts(act: (key: ShortcutKey, event: KeyboardEvent) => boolean): void {
  const before = useRef<string | null>(null);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key.toLowerCase() === "k") {
      if (act("find", event)) event.preventDefault();
      return;
    }
    if (command || event.altKey || isTyping(event.target)) return;
    const meaning = meaningOf(event.key, before.current);
    // A key held down moves on in the list, and does nothing else twice.
    if (event.repeat && meaning !== "list") return;
    before.current = event.key;
    if (meaning !== null && act(meaning, event)) event.preventDefault();
  });

  useEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select") !== null;
}

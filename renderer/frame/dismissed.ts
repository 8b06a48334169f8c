/** What was dismissed in this run of the app: it stays so if the window is loaded anew, and no longer than the window. */

import { useState } from "react";

const PLACE = "dismissed";

export function useDismissed(): readonly [ReadonlySet<string>, (keys: readonly string[]) => void] {
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(() => new Set(remembered()));
  const dismiss = (keys: readonly string[]) => {
    const all = new Set([...dismissed, ...keys]);
    sessionStorage.setItem(PLACE, JSON.stringify([...all]));
    setDismissed(all);
  };
  return [dismissed, dismiss];
}

const remembered = (): string[] => JSON.parse(sessionStorage.getItem(PLACE) ?? "[]") as string[];

/**
 * Gives the focus a place when what had it goes away: a row that leaves the list, a dialog whose button is gone. Else it
 * would fall to the page as a whole, and whoever works with keys would have to begin at the top.
 */

import { useEffect } from "react";

export function useKeepFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    const observer = new MutationObserver(() => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      home()?.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", remember);
      observer.disconnect();
    };
  }, []);
}

/** The list of the screen, or the screen if there is no list. */
const home = () =>
  document.querySelector<HTMLElement>("[data-list]") ?? document.querySelector<HTMLElement>("main");

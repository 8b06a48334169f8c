/** The wall clock for everything that shows a time: one timer for the whole window, a tick a second. */

import { useSyncExternalStore } from "react";
import type { Millis } from "../../engine/model.ts";

const listeners = new Set<() => void>();
let now: Millis = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

export function useNow(): Millis {
  return useSyncExternalStore(subscribe, () => now);
}

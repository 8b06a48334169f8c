/** Which ids a chip picker takes: chosen ones as they are, typed ones without the spaces around them, each once. */

import type { JobId } from "../../engine/model.ts";

export function withIds(ids: readonly JobId[], more: readonly JobId[]): readonly JobId[] {
  return [...new Set([...ids, ...more])];
}

/** The chosen ids, with what is still in the search. */
export function picked(ids: readonly JobId[], draft: string): readonly JobId[] {
  const typed = draft.trim();
  return typed === "" ? ids : withIds(ids, [typed]);
}

/**
 * What Enter takes of a search: the very id that was typed, else the only one that was found, else what was typed.
 * `found` is null as long as it isn't known that these are all.
 */
export function meant(draft: string, found: readonly JobId[] | null): JobId {
  const typed = draft.trim();
  const [only] = found ?? [];
  return found?.length === 1 && only !== undefined ? only : typed;
}

/** The ids of a pasted list, a line each; null if it is no list. */
export function pastedIds(text: string): readonly JobId[] | null {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return /[\r\n]/.test(text.trim()) ? lines : null;
}

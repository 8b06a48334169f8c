/** Where a key leads in a list: arrows and their letters, a page, the ends. */

/** The index to go to, or null if the key doesn't move. `current` is -1 if nothing is selected; a page has `page` rows. */
export function moveInList(key: string, current: number, length: number, page: number): number | null {
  if (length === 0) return null;
  const to = target(key, current, length, page);
  return to === null ? null : Math.min(length - 1, Math.max(0, to));
}

function target(key: string, current: number, length: number, page: number): number | null {
  switch (key) {
    case "ArrowDown":
    case "j":
      return current + 1;
    case "ArrowUp":
    case "k":
      return current < 0 ? 0 : current - 1;
    case "PageDown":
      return current + page;
    case "PageUp":
      return current - page;
    case "Home":
      return 0;
    case "End":
      return length - 1;
    default:
      return null;
  }
}

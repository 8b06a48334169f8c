import { expect, test, vi } from "vitest";
import { coalesce } from "../../renderer/api/live.ts";

test("changes that come while a fetch is under way are taken together in one more", async () => {
  const fetches: (() => void)[] = [];
  const refresh = coalesce(() => new Promise<void>((done) => fetches.push(done)));
  refresh();
  refresh();
  refresh();
  const atOnce = fetches.length;
  fetches[0]?.();
  await vi.waitFor(() => expect([atOnce, fetches.length]).toEqual([1, 2]));
});

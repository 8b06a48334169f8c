/**
 * Keeps what is shown up to date: a change in the engine fetches everything on the screen again.
 * Changes that come while a fetch is under way are taken together in one more.
 */

import { useEffect } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { onChange } from "./client.ts";

/** Runs `task` at once; calls made while it runs cause exactly one further run. */
export function coalesce(task: () => Promise<unknown>): () => void {
  let running = false;
  let again = false;
  const settled = () => {
    running = false;
    if (again) start();
  };
  const start = () => {
    running = true;
    again = false;
    task().then(settled, settled);
  };
  return () => {
    if (running) again = true;
    else start();
  };
}

export function useLive(): void {
  const queryClient = useQueryClient();
  useEffect(() => onChange(coalesce(() => queryClient.invalidateQueries())), [queryClient]);
}

/** What the window reads, each as one hook. All of it is fetched anew whenever the engine tells of a change. */

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { JobId, JobState } from "../../engine/model.ts";
import { ask } from "./client.ts";

const PAGE = 500;
const SUGGESTIONS = 6;

export type StateFilter = JobState | "all";

export function useStatus() {
  return useQuery({ queryKey: ["status"], queryFn: () => ask("status", {}) });
}

/** The name under which what is done by hand is recorded. */
export function useAtDesk(): string | null {
  return useStatus().data?.actor ?? null;
}

/** Whether the dispatcher hands nothing out; not, as long as that isn't known. */
export function usePaused(): boolean {
  return useStatus().data?.paused ?? false;
}

/** The job list in the order of the line, page after page. */
export function useJobs(filter: StateFilter, text: string) {
  return useInfiniteQuery({
    queryKey: ["jobs", filter, text],
    queryFn: ({ pageParam }) =>
      ask("list", {
        ...(filter === "all" ? {} : { states: [filter] }),
        ...(text === "" ? {} : { text }),
        after: pageParam,
        limit: PAGE,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

export function useJob(id: JobId) {
  return useQuery({ queryKey: ["job", id], queryFn: () => ask("get", { id }) });
}

export function useQuarantine() {
  return useQuery({ queryKey: ["quarantine"], queryFn: () => ask("quarantined", {}) });
}

/** What a redrive of this job would do. */
export function useRedrivePreview(id: JobId) {
  return useQuery({
    queryKey: ["redrive-preview", id],
    queryFn: () => ask("preview", { command: { name: "redrive", id } }),
  });
}

/** The first few jobs whose id holds `text`, to choose from. */
export function useSuggestions(text: string) {
  return useQuery({
    queryKey: ["suggestions", text],
    queryFn: () => ask("list", { text, limit: SUGGESTIONS }),
    enabled: text !== "",
    placeholderData: keepPreviousData,
  });
}

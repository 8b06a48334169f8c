/** The Jobs screen: fetches the list for the filters on the desk, keeps it still under the pointer, and draws it. */

import { useCallback, useDeferredValue, useMemo } from "react";
import type { Counts } from "../../engine/model.ts";
import { refusalOf } from "../api/refusal.ts";
import { useAtDesk, useJobs, useStatus, type StateFilter as Filter } from "../api/queries.ts";
import { useDesk } from "../desk.tsx";
import type { Deeds } from "../deeds.tsx";
import { useNow } from "../ui/now.ts";
import { Failed, Loading } from "../ui/nothing.tsx";
import { usePointed } from "../ui/use-pointed.ts";
import { FirstMinute } from "./first-minute.tsx";
import { JobsHead } from "./jobs-head.tsx";
import { JobTable } from "./job-table.tsx";
import { NoneFound } from "./none-found.tsx";
import { StateFilter } from "./state-filter.tsx";
import { useSettled } from "./use-settled.ts";
import "./jobs.css";

export function JobsScreen({
  deeds,
  onEnterPage,
}: {
  readonly deeds: Deeds;
  readonly onEnterPage: () => void;
}) {
  const desk = useDesk();
  const now = useNow();
  const counts = useStatus().data?.counts;
  const atDesk = useAtDesk();
  const search = useDeferredValue(desk.search.trim());
  const list = useJobs(desk.filter, search);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const jobs = useMemo(() => list.data?.pages.flatMap((page) => page.jobs) ?? [], [list.data]);
  const [pointed, setPointed] = usePointed();
  const { rows, held } = useSettled(
    jobs,
    list.isPlaceholderData ? null : `${desk.filter} ${search}`,
    pointed,
  );

  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  const narrowed = desk.filter !== "all" || search !== "";
  const total = search === "" ? totalOf(counts, desk.filter) : hasNextPage ? -1 : jobs.length;

  const body = () => {
    if (list.isPending) return <Loading what="jobs" />;
    if (list.isError && rows.length === 0) {
      return (
        <Failed
          what="The job list"
          reason={refusalOf(list.error)?.message ?? ""}
          onRetry={() => void list.refetch()}
        />
      );
    }
    if (rows.length === 0 && narrowed) {
      return (
        <NoneFound filter={desk.filter} search={search} onFilter={desk.setFilter} onSearch={desk.setSearch} />
      );
    }
    if (rows.length === 0) {
      return (
        <FirstMinute
          onSample={deeds.loadSample}
          onImport={deeds.importFile}
          onNew={() => desk.ask({ kind: "new-job" })}
        />
      );
    }
    return (
      <JobTable
        rows={rows}
        total={total}
        now={now}
        atDesk={atDesk}
        selected={desk.selected}
        pageOpen={desk.pageOpen}
        onSelect={desk.select}
        onOpen={desk.open}
        onEnterPage={onEnterPage}
        onNearEnd={onNearEnd}
        onPointer={setPointed}
      />
    );
  };

  return (
    <section className="screen" aria-label="Jobs">
      <JobsHead
        counts={counts}
        deeds={deeds}
        held={held}
        onNew={() => desk.ask({ kind: "new-job" })}
        onLetIn={() => setPointed(false)}
      />
      <div className="screen-filters">
        <StateFilter counts={counts} filter={desk.filter} onFilter={desk.setFilter} />
      </div>
      {body()}
      {rows.length > 0 && <JobsFoot shown={rows.length} total={total} search={search} />}
    </section>
  );
}

function JobsFoot({
  shown,
  total,
  search,
}: {
  readonly shown: number;
  readonly total: number;
  readonly search: string;
}) {
  const many = Math.max(shown, total).toLocaleString("en-GB");
  return (
    <footer className="screen-foot">
      {search === ""
        ? `${many} in the order of the line`
        : `${many}${total < 0 ? " or more" : ""} with “${search}” in the id`}
    </footer>
  );
}

function totalOf(counts: Counts | undefined, filter: Filter): number {
  if (!counts) return -1;
  return filter === "all" ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[filter];
}

/**
 * The list of jobs as a grid of which only the visible rows exist. One row is selected; the focus stays on the grid,
 * so that rows may come and go under it. Its cost is that of a screenful, however long the list.
 */

import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from "react";
import { useVirtualizer } from "@tanstack/react-virtual";
import type { ListOfJobs } from "../ui/list-of-jobs.ts";
import { moveInList } from "../ui/move-in-list.ts";
import { JobRow, rowElementId } from "./job-row.tsx";
import type { Row } from "./settle.ts";

const ROW_HEIGHT = 32;

interface JobTableProps extends ListOfJobs<Row> {
  /** How many rows there are in all, if that is known; else -1. */
  readonly total: number;
  readonly onNearEnd: () => void;
}

export function JobTable(props: JobTableProps) {
  const {
    rows,
    total,
    now,
    atDesk,
    selected,
    pageOpen,
    onSelect,
    onOpen,
    onEnterPage,
    onNearEnd,
    onPointer,
  } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler memoizes here
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    // The head sticks to the top of what is scrolled.
    scrollMargin: ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
  });
  const items = virtualizer.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  const current = rows.findIndex((row) => row.id === selected);
  const currentShown = items.some((item) => item.index === current);

  useEffect(() => {
    if (lastShown >= rows.length - 40) onNearEnd();
  }, [lastShown, rows.length, onNearEnd]);

  useStillTop(scroller, rows);

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.floor((scroller.current?.clientHeight ?? ROW_HEIGHT) / ROW_HEIGHT) - 1;
    const to = moveInList(event.key, current, rows.length, page);
    if (to !== null) {
      const row = rows[to];
      if (row) onSelect(row.id);
      virtualizer.scrollToIndex(to);
    } else if (event.key === "Enter" && selected !== null && current >= 0) {
      if (pageOpen) onEnterPage();
      else onOpen(selected);
    } else {
      return;
    }
    event.preventDefault();
  };

  return (
    <div
      ref={scroller}
      className="list"
      role="grid"
      aria-label="Jobs"
      aria-rowcount={total < 0 ? -1 : total + 1}
      tabIndex={0}
      data-list
      aria-activedescendant={currentShown ? rowElementId(current) : undefined}
      onKeyDown={onKeyDown}
      onPointerMove={() => onPointer(true)}
      onPointerLeave={() => onPointer(false)}
    >
      <Head />
      <div role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
        <div
          role="presentation"
          style={{ transform: `translateY(${(items[0]?.start ?? ROW_HEIGHT) - ROW_HEIGHT}px)` }}
        >
          {items.map(({ index }) => {
            const row = rows[index];
            return (
              row && (
                <JobRow
                  key={row.id}
                  row={row}
                  index={index}
                  now={now}
                  atDesk={atDesk}
                  selected={index === current}
                  open={pageOpen && index === current}
                  onOpen={() => onOpen(row.id)}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Head() {
  return (
    <div role="row" aria-rowindex={1} className="job-row table-head">
      <div role="columnheader">State</div>
      <div role="columnheader">Job</div>
      <div role="columnheader" className="number">
        Waits for
      </div>
      <div role="columnheader" className="job-tries">
        Tries
      </div>
      <div role="columnheader">Next</div>
    </div>
  );
}

/** When rows above come or go, scrolls by as much, so that what is at the top stays there. */
function useStillTop(scroller: { readonly current: HTMLDivElement | null }, rows: readonly Row[]): void {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const element = scroller.current;
    const old = before.current;
    before.current = rows;
    if (!element || element.scrollTop === 0 || old === rows) return;
    const top = Math.floor(element.scrollTop / ROW_HEIGHT);
    const places = new Map(rows.map((row, index) => [row.id, index]));
    for (let index = top; index < old.length; index += 1) {
      const place = places.get(old[index]?.id ?? "");
      if (place === undefined) continue;
      element.scrollBy({ top: (place - index) * ROW_HEIGHT, behavior: "instant" });
      return;
    }
  }, [scroller, rows]);
}

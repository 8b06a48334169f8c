/**
 * The quarantine as a tree of rows of which only the visible ones exist. Arrows move, left and right close and open,
 * Enter opens the job's page; the focus stays on the tree.
 */

import { useRef, useState, type KeyboardEvent } from "react";
import { useVirtualizer } from "@tanstack/react-virtual";
import type { JobId } from "../../engine/model.ts";
import type { ListOfJobs } from "../ui/list-of-jobs.ts";
import { moveInList } from "../ui/move-in-list.ts";
import { EntryRow, LeftRow, MoreRow, StoppedRow, treeElementId } from "./quarantine-rows.tsx";
import { nearestJob, type TreeRow } from "./tree-rows.ts";

const HEAD_HEIGHT = 32;
const ENTRY_HEIGHT = 52;
const STOPPED_HEIGHT = 32;

interface QuarantineTreeProps extends ListOfJobs<TreeRow> {
  /** How many jobs failed themselves. */
  readonly failedItself: number;
  readonly onToggle: (id: JobId, open: boolean) => void;
  readonly onRedrive: (id: JobId) => void;
}

export function QuarantineTree(props: QuarantineTreeProps) {
  const { rows, failedItself, now, atDesk, selected, pageOpen } = props;
  const { onSelect, onOpen, onEnterPage, onToggle, onRedrive, onPointer } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // A job that two others stopped stands in both trees: which of its rows is meant is known here only.
  const [cursor, setCursor] = useState("");
  // eslint-disable-next-line react-hooks/incompatible-library -- no compiler memoizes here
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
    // The head sticks to the top of what is scrolled.
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  const items = virtualizer.getVirtualItems();
  const exact = rows.findIndex((row) => row.key === cursor && row.id === selected);
  const current = exact >= 0 || selected === null ? exact : rows.findIndex((row) => row.id === selected);
  const currentRow = rows[current];

  const select = (row: TreeRow | undefined) => {
    if (!row || row.id === null) return;
    setCursor(row.key);
    onSelect(row.id);
    virtualizer.scrollToIndex(rows.indexOf(row));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.floor((scroller.current?.clientHeight ?? ENTRY_HEIGHT) / ENTRY_HEIGHT);
    const to = moveInList(event.key, current, rows.length, page);
    if (to !== null) {
      select(nearestJob(rows, to, Math.sign(to - current) || 1));
    } else if (event.key === "ArrowRight" && currentRow?.kind === "entry") {
      onToggle(currentRow.id, true);
    } else if (event.key === "ArrowLeft" && currentRow?.kind === "entry") {
      onToggle(currentRow.id, false);
    } else if (event.key === "ArrowLeft" && currentRow?.kind === "stopped") {
      const { entry, job } = currentRow;
      select(rows.find((row) => row.entry === entry && row.id === job.parent));
    } else if (event.key === "Enter" && currentRow !== undefined && currentRow.id !== null) {
      if (pageOpen) onEnterPage();
      else onOpen(currentRow.id);
    } else {
      return;
    }
    event.preventDefault();
  };

  return (
    <div
      ref={scroller}
      className="list"
      role="treegrid"
      aria-label="Quarantine"
      aria-rowcount={rows.length + 1}
      tabIndex={0}
      data-list
      aria-activedescendant={
        items.some((item) => item.index === current) ? treeElementId(current) : undefined
      }
      onKeyDown={onKeyDown}
      onPointerMove={() => onPointer(true)}
      onPointerLeave={() => onPointer(false)}
    >
      <Head failedItself={failedItself} />
      <div role="rowgroup" className="tree" style={{ height: virtualizer.getTotalSize() }}>
        <div
          role="presentation"
          style={{ transform: `translateY(${(items[0]?.start ?? HEAD_HEIGHT) - HEAD_HEIGHT}px)` }}
        >
          {items.map(({ index }) => {
            const row = rows[index];
            if (!row) return null;
            const place = { index, selected: index === current, open: pageOpen && index === current };
            const onClick = () => {
              setCursor(row.key);
              if (row.id !== null) onOpen(row.id);
            };
            switch (row.kind) {
              case "entry":
                return (
                  <EntryRow
                    key={row.key}
                    row={row}
                    place={place}
                    now={now}
                    atDesk={atDesk}
                    onClick={onClick}
                    onToggle={onToggle}
                    onRedrive={onRedrive}
                  />
                );
              case "stopped":
                return <StoppedRow key={row.key} row={row} place={place} onClick={onClick} />;
              case "more":
                return <MoreRow key={row.key} row={row} index={index} />;
              case "left":
                return <LeftRow key={row.key} row={row} index={index} />;
            }
          })}
        </div>
      </div>
    </div>
  );
}

function heightOf(row: TreeRow | undefined): number {
  return row?.kind === "entry" || (row?.kind === "left" && row.tall) ? ENTRY_HEIGHT : STOPPED_HEIGHT;
}

function Head({ failedItself }: { readonly failedItself: number }) {
  return (
    <div role="row" aria-rowindex={1} className="entry-row table-head">
      <div role="columnheader">
        <span className="visually-hidden">Open</span>
      </div>
      <div role="columnheader">
        Failed itself <strong>{failedItself.toLocaleString("en-GB")}</strong>
      </div>
      <div role="columnheader">What went wrong</div>
      <div role="columnheader">Tries</div>
      <div role="columnheader">Behind it</div>
      <div role="columnheader">In quarantine</div>
      <div role="columnheader">
        <span className="visually-hidden">What to do</span>
      </div>
    </div>
  );
}

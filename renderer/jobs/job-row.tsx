/** One job in the list. It is named by its id; its state and what comes next describe it to those who listen. */

import { useState } from "react";
import type { JobView, Millis } from "../../engine/model.ts";
import { Badge } from "../ui/badge.tsx";
import { JobName } from "../ui/job-name.tsx";
import { Sentence } from "../ui/sentence.tsx";
import { nextOf } from "../words/next.ts";
import { failuresOf, plainText } from "../words/parts.ts";
import type { Row } from "./settle.ts";

interface JobRowProps {
  readonly row: Row;
  /** Its place in the list, from 0. */
  readonly index: number;
  readonly now: Millis;
  /** Who is at the desk. */
  readonly atDesk: string | null;
  readonly selected: boolean;
  /** Its page is open beside the list. */
  readonly open: boolean;
  readonly onOpen: () => void;
}

/** The id of a row's element, for `aria-activedescendant`. */
export const rowElementId = (index: number): string => `job-row-${index}`;

export function JobRow({ row, index, now, atDesk, selected, open, onOpen }: JobRowProps) {
  const elementId = rowElementId(index);
  const changes = useChanges(row.kind === "job" ? row.job.state : null);
  return (
    <div
      id={elementId}
      role="row"
      className={`job-row${selected ? " row-selected" : ""}${open ? " row-open" : ""}`}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-label={row.id}
      aria-describedby={`${elementId}-state ${elementId}-next`}
      onClick={onOpen}
    >
      {changes > 0 && <span key={changes} className="row-changed" aria-hidden="true" />}
      {row.kind === "job" ? (
        <JobCells job={row.job} elementId={elementId} now={now} atDesk={atDesk} />
      ) : (
        <LeftCells id={row.id} />
      )}
    </div>
  );
}

function JobCells({
  job,
  elementId,
  now,
  atDesk,
}: {
  readonly job: JobView;
  readonly elementId: string;
  readonly now: Millis;
  readonly atDesk: string | null;
}) {
  const next = nextOf(job, now, atDesk);
  return (
    <>
      <div role="gridcell" id={`${elementId}-state`}>
        <Badge state={job.state} failedItself={job.state !== "quarantined" || job.failedItself} />
      </div>
      <div role="rowheader" className="job-id">
        <JobName id={job.id} />
      </div>
      <div role="gridcell" className={job.unmet === 0 ? "number quiet" : "number"}>
        {job.unmet.toLocaleString("en-GB")}
      </div>
      <div role="gridcell" className="job-tries">
        <span className={job.attempts === 0 ? "number quiet" : "number"}>
          {job.attempts.toLocaleString("en-GB")}
        </span>
        {job.failures > 0 && <span className="quiet">{failuresOf(job)}</span>}
      </div>
      <div role="gridcell" id={`${elementId}-next`} className="job-next id" title={plainText(next)}>
        <Sentence parts={next} />
      </div>
    </>
  );
}

function LeftCells({ id }: { readonly id: string }) {
  return (
    <>
      <div role="gridcell" className="quiet">
        —
      </div>
      <div role="rowheader" className="job-id quiet">
        <JobName id={id} />
      </div>
      <div role="gridcell" className="job-left quiet">
        no longer in this view
      </div>
    </>
  );
}

/** How often `value` has changed while it was shown. */
function useChanges(value: string | null): number {
  const [memory, setMemory] = useState({ value, changes: 0 });
  if (memory.value === value) return memory.changes;
  setMemory({ value, changes: memory.changes + 1 });
  return memory.changes;
}

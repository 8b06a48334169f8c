/** The rows of the quarantine: a job that failed itself, a job that it stopped, and the note that there are more. */

import { ChevronDown, ChevronRight } from "lucide-react";
import type { JobId, Millis } from "../../engine/model.ts";
import { Button } from "../ui/button.tsx";
import { StateIcon } from "../ui/icons.tsx";
import { JobName } from "../ui/job-name.tsx";
import { Sentence } from "../ui/sentence.tsx";
import { listed, onOrBy } from "../words/parts.ts";
import { absolute, elapsedOf, timeOf } from "../words/times.ts";
import { stoppedInWords, type TreeRow } from "./tree-rows.ts";

export interface Place {
  /** Its place in the tree, from 0. */
  readonly index: number;
  readonly selected: boolean;
  /** Its page is open beside the list. */
  readonly open: boolean;
}

/** The id of a row's element, for `aria-activedescendant`. */
export const treeElementId = (index: number): string => `quarantine-row-${index}`;

/** Further down the tree is not drawn further in. */
const DEEPEST = 8;

const looks = (kind: string, { selected, open }: Place) =>
  `${kind}${selected ? " row-selected" : ""}${open ? " row-open" : ""}`;

interface EntryRowProps {
  readonly row: TreeRow & { readonly kind: "entry" };
  readonly place: Place;
  readonly now: Millis;
  /** Who is at the desk. */
  readonly atDesk: string | null;
  readonly onClick: () => void;
  readonly onToggle: (id: JobId, open: boolean) => void;
  readonly onRedrive: (id: JobId) => void;
}

export function EntryRow({ row, place, now, atDesk, onClick, onToggle, onRedrive }: EntryRowProps) {
  const {
    id,
    entry: { job, stoppedTotal },
    open,
  } = row;
  const elementId = treeElementId(place.index);
  const others = job.because.filter((other) => other !== id);
  return (
    <div
      id={elementId}
      role="row"
      className={looks("entry-row", place)}
      aria-level={1}
      aria-rowindex={place.index + 2}
      aria-expanded={stoppedTotal > 0 ? open : undefined}
      aria-selected={place.selected}
      aria-label={id}
      aria-describedby={`${elementId}-wrong ${elementId}-behind`}
      onClick={onClick}
    >
      <div role="gridcell">
        {stoppedTotal > 0 && (
          <button
            type="button"
            className="bare-button tree-toggle"
            tabIndex={-1}
            aria-label={open ? `Close ${id}` : `Open ${id}`}
            onClick={(event) => {
              event.stopPropagation();
              onToggle(id, !open);
            }}
          >
            {open ? (
              <ChevronDown size={16} aria-hidden="true" />
            ) : (
              <ChevronRight size={16} aria-hidden="true" />
            )}
          </button>
        )}
      </div>
      <div role="rowheader" className="job-id">
        <JobName id={id} />
      </div>
      <div role="gridcell" id={`${elementId}-wrong`} className="two-lines">
        <span className="wrong id" title={job.lastReason ?? undefined}>
          <StateIcon state="quarantined" size={16} />
          {job.lastReason ?? "No reason given"}
        </span>
        {job.lastFailedOn !== null && (
          <span className="wrong-who id quiet">
            <Sentence parts={onOrBy(job.lastFailedOn, atDesk)} />
          </span>
        )}
      </div>
      <div role="gridcell">
        {job.failures} of {job.maxFailures}
      </div>
      <div role="gridcell" id={`${elementId}-behind`}>
        {stoppedTotal > 0 ? (
          <>
            <strong>{stoppedInWords(stoppedTotal)}</strong> stopped
          </>
        ) : (
          <span className="quiet">none</span>
        )}
      </div>
      <div role="gridcell" className="two-lines" title={absolute(job.since)}>
        <span>{elapsedOf(job.since, now)}</span>
        <span className="quiet">since {timeOf(job.since, now)}</span>
      </div>
      <div role="gridcell" className="entry-action">
        {others.length === 0 ? (
          <Button
            tabIndex={-1}
            aria-keyshortcuts="r"
            title="Shortcut: r"
            onClick={(event) => {
              event.stopPropagation();
              onRedrive(id);
            }}
          >
            Redrive…
          </Button>
        ) : (
          <span className="entry-after quiet">
            after <Sentence parts={listed(others, others.length, 1)} />
          </span>
        )}
      </div>
    </div>
  );
}

interface StoppedRowProps {
  readonly row: TreeRow & { readonly kind: "stopped" };
  readonly place: Place;
  readonly onClick: () => void;
}

export function StoppedRow({ row, place, onClick }: StoppedRowProps) {
  const { id, entry, job, branches } = row;
  const deep = branches.length > DEEPEST;
  const elementId = treeElementId(place.index);
  return (
    <div
      id={elementId}
      role="row"
      className={looks("stopped-row", place)}
      aria-level={job.depth + 1}
      aria-rowindex={place.index + 2}
      aria-selected={place.selected}
      aria-label={id}
      aria-describedby={`${elementId}-why`}
      onClick={onClick}
    >
      <span className="branches" aria-hidden="true">
        {(deep ? branches.slice(-DEEPEST) : branches).map((goesOn, level, shown) => (
          <span
            key={level}
            className={`branch${level === shown.length - 1 ? " branch-own" : ""}${goesOn ? " branch-on" : ""}`}
          />
        ))}
      </span>
      {deep && <span className="stopped-step quiet">step {branches.length.toLocaleString("en-GB")}</span>}
      <StateIcon state="quarantined" size={16} stopped={!job.failedItself} />
      <div role="rowheader" className="stopped-id">
        <JobName id={id} />
      </div>
      <div role="gridcell" id={`${elementId}-why`} className="stopped-why quiet id">
        {job.failedItself && "failed itself, and "}stopped because of{" "}
        <Sentence parts={[{ job: entry.job.id }]} />
        {job.alsoNeeds.length > 0 && (
          <>
            {" "}
            · also needs <Sentence parts={listed(job.alsoNeeds)} />
          </>
        )}
      </div>
    </div>
  );
}

export function MoreRow({
  row,
  index,
}: {
  readonly row: TreeRow & { readonly kind: "more" };
  readonly index: number;
}) {
  return (
    <div role="row" className="stopped-row" aria-level={2} aria-rowindex={index + 2}>
      <div role="gridcell" className="more quiet">
        {row.count === null ? "and more" : `and ${row.count.toLocaleString("en-GB")} more`}, stopped because
        of <Sentence parts={[{ job: row.entry.job.id }]} />
      </div>
    </div>
  );
}

/** The gap that a job has left under the pointer. */
export function LeftRow({
  row,
  index,
}: {
  readonly row: TreeRow & { readonly kind: "left" };
  readonly index: number;
}) {
  return (
    <div
      role="row"
      className={row.tall ? "left-row left-row-tall" : "left-row"}
      aria-level={row.tall ? 1 : 2}
      aria-rowindex={index + 2}
    >
      <div role="gridcell" className="left-words quiet">
        {row.was !== "" && <JobName id={row.was} />}
        <span>no longer here</span>
      </div>
    </div>
  );
}

/** The quarantine as the rows of a tree: each job that failed itself, and beneath it, if it is open, what it stopped. */

import type { JobId, QuarantineEntry, QuarantineView, StoppedJob } from "../../engine/model.ts";

export type TreeRow =
  | {
      readonly kind: "entry";
      readonly key: string;
      readonly id: JobId;
      readonly entry: QuarantineEntry;
      readonly open: boolean;
    }
  | {
      readonly kind: "stopped";
      readonly key: string;
      readonly id: JobId;
      readonly entry: QuarantineEntry;
      readonly job: StoppedJob;
      /** For each level down to its own: whether the branch goes on below this row. */
      readonly branches: readonly boolean[];
    }
  /** The tree is cut: so many more are stopped. */
  | {
      readonly kind: "more";
      readonly key: string;
      readonly id: null;
      readonly entry: QuarantineEntry;
      /** Null: nobody knows, but at least one. */
      readonly count: number | null;
    }
  /** It has left while somebody pointed at the tree: see `still-rows.ts`. */
  | {
      readonly kind: "left";
      readonly key: string;
      /** It can't be chosen any more. */
      readonly id: null;
      readonly was: JobId;
      readonly entry: QuarantineEntry;
      readonly tall: boolean;
    };

/** A tree is counted no further than this. */
const COUNTED = 1000;

/** "1,000 or more" where the count ends. */
export const stoppedInWords = (total: number): string =>
  `${total.toLocaleString("en-GB")}${total >= COUNTED ? " or more" : ""}`;

/** Small trees are open until somebody closes them. */
const OPEN_UP_TO = 8;

/** `toggled`: the entries that were opened or closed by hand. */
export function treeRows(view: QuarantineView, toggled: ReadonlyMap<JobId, boolean>): readonly TreeRow[] {
  return view.entries.flatMap((entry): TreeRow[] => {
    const { id } = entry.job;
    const open = entry.stoppedTotal > 0 && (toggled.get(id) ?? entry.stoppedTotal <= OPEN_UP_TO);
    const head: TreeRow = { kind: "entry", key: id, id, entry, open };
    if (!open) return [head];
    const hidden = entry.stoppedTotal - entry.stopped.length;
    return [
      head,
      ...stoppedRows(entry),
      ...(hidden > 0 ? [moreRow(entry, entry.stoppedTotal >= COUNTED ? null : hidden)] : []),
    ];
  });
}

function moreRow(entry: QuarantineEntry, count: number | null): TreeRow {
  return { kind: "more", key: `${entry.job.id} more`, id: null, entry, count };
}

/** From the last to the first, so that each row knows which branches are still to come. */
function stoppedRows(entry: QuarantineEntry): readonly TreeRow[] {
  let below: readonly boolean[] = [];
  return entry.stopped
    .toReversed()
    .map((job): TreeRow => {
      const branches = Array.from({ length: job.depth }, (_, level) => below[level] ?? false);
      below = branches.with(job.depth - 1, true);
      return { kind: "stopped", key: `${entry.job.id} ${job.id}`, id: job.id, entry, job, branches };
    })
    .toReversed();
}

/** The job at `from`, or where there is none the next one in the direction of `step`, or else behind. */
export function nearestJob(rows: readonly TreeRow[], from: number, step: number): TreeRow | undefined {
  const isJob = (row: TreeRow) => row.id !== null;
  const after = rows.slice(from).find(isJob);
  const before = rows.slice(0, from + 1).findLast(isJob);
  return step > 0 ? (after ?? before) : (before ?? after);
}

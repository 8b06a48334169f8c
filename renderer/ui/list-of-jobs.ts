/** What every list of jobs is given, however it is drawn. */

import type { JobId, Millis } from "../../engine/model.ts";

export interface ListOfJobs<Row> {
  readonly rows: readonly Row[];
  readonly now: Millis;
  /** Who is at the desk; null until that is known. */
  readonly atDesk: string | null;
  readonly selected: JobId | null;
  readonly pageOpen: boolean;
  readonly onSelect: (id: JobId) => void;
  readonly onOpen: (id: JobId) => void;
  /** Enter on the row whose page is open already. */
  readonly onEnterPage: () => void;
  /** The pointer moves over the rows, or leaves them. */
  readonly onPointer: (inside: boolean) => void;
}

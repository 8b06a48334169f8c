/**
 * The port through which the actor stores what the dispatcher did. Every method is mandatory. A batch is
 * `begin`, any number of `append`, then `commit` or `rollback`; `commit` returns once the batch is on disk.
 */

import type { Change } from "../changes.ts";
import type { Millis } from "../model.ts";
import type { StoredLab } from "../stored-lab.ts";

export interface Journal {
  /** The number of failures that lead to quarantine, as it was when the lab was made. */
  readonly maxFailures: number;
  /** The state as of the last commit. */
  load(): StoredLab;
  begin(): void;
  append(changes: readonly Change[], circumstances: Circumstances): void;
  commit(counters: Counters): void;
  rollback(): void;
  close(): void;
}

/** What a command's changes have in common. */
export interface Circumstances {
  /** Who gave the command. */
  readonly actor: string;
  readonly reason: string | null;
  /** Running time. */
  readonly clock: Millis;
  /** Wall clock. */
  readonly at: Millis;
}

/** What the dispatcher counts, as of the end of a batch. */
export type Counters = Pick<StoredLab, "clock" | "lastToken" | "lastQuarantineOrder">;

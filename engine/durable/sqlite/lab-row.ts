/** The one row of the table `lab`: its settings, and what the dispatcher counts beside the jobs. */

import type { Millis, OnExpiry, RetryPosition } from "../../model.ts";
import type { Counters } from "../../stored-lab.ts";
import type { LabSettings } from "../journal.ts";

export interface LabRow {
  readonly max_failures: number;
  readonly lease: number | null;
  readonly retry_position: RetryPosition;
  readonly on_expiry: OnExpiry;
  readonly hold_late: number;
  readonly clock: number;
  readonly wall: number;
  readonly last_key: number;
  readonly last_token: number;
  readonly last_position: number;
  readonly last_quarantine_order: number;
  readonly paused: number;
  readonly completed: number;
  readonly cancelled: number;
}

export const settingsOf = (row: LabRow): LabSettings => ({
  maxFailures: row.max_failures,
  lease: row.lease,
  retryPosition: row.retry_position,
  onExpiry: row.on_expiry,
  holdLate: row.hold_late === 1,
});

export const countersOf = (row: LabRow): Counters & { readonly wall: Millis } => ({
  clock: row.clock,
  wall: row.wall,
  lastKey: row.last_key,
  lastToken: row.last_token,
  lastPosition: row.last_position,
  lastQuarantineOrder: row.last_quarantine_order,
  paused: row.paused === 1,
  completed: row.completed,
  cancelled: row.cancelled,
});

/** What changes, in the order of the statement that writes it. */
export const labColumns = (counters: Counters, wall: Millis): number[] => [
  wall,
  counters.clock,
  counters.lastKey,
  counters.lastToken,
  counters.lastPosition,
  counters.lastQuarantineOrder,
  Number(counters.paused),
  counters.completed,
  counters.cancelled,
];

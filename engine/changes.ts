/**
 * What a call changed, told job by job in the order in which it happened. The durable engine writes these down;
 * whoever needs no record passes no listener.
 */

import type { Job } from "./job.ts";
import type { Millis } from "./model.ts";

export type Change =
  | { readonly kind: "submitted" | "claimed" | "completed" | "prerequisites"; readonly job: Job }
  /** `delay`: how long it waits; undefined if it goes to quarantine instead. */
  | { readonly kind: "failed"; readonly job: Job; readonly delay: Millis | undefined }
  /** `cause`: the job in quarantine that stopped it; undefined if it failed itself. */
  | { readonly kind: "quarantined"; readonly job: Job; readonly cause: Job | undefined }
  /** Let go from quarantine; `cause`: the job that was redriven or given other prerequisites. */
  | { readonly kind: "released"; readonly job: Job; readonly cause: Job };

export type ChangeListener = (change: Change) => void;

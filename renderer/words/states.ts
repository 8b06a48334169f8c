/** The states in the order and the words of the screens. */

import type { JobState } from "../../engine/model.ts";

export const stateWords: Readonly<Record<JobState, string>> = {
  blocked: "Blocked",
  held: "Held",
  waiting: "Waiting",
  ready: "Ready",
  claimed: "Claimed",
  completed: "Completed",
  quarantined: "Quarantined",
  cancelled: "Cancelled",
};

/** Why what was possible when a dialog was opened isn't any more, in the words that the engine would refuse it with. */

import type { JobState, JobView } from "../../engine/model.ts";
import type { Action } from "./allowed.ts";

/** Null: it still can be done. `opened` is the job as it was when the dialog was opened. */
export function tooLate(action: Action, opened: JobView, now: JobView): string | null {
  switch (action) {
    case "complete":
    case "report-failure":
      return claimIsOver(opened, now);
    case "redrive":
      return now.state === "quarantined" ? null : `${now.id} isn't in quarantine: ${IN_WORDS[now.state]}.`;
    case "prerequisites":
      if (now.state === "claimed") return `${now.id} is being worked on and can't change until that ends.`;
      return now.state === "completed" || now.state === "cancelled"
        ? `${now.id} can't change any more: ${IN_WORDS[now.state]}.`
        : null;
  }
}

/** A later claim is somebody else's work. */
function claimIsOver(opened: JobView, now: JobView): string | null {
  if (now.state !== "claimed") return `${now.id} isn't claimed: ${IN_WORDS[now.state]}.`;
  return opened.state === "claimed" && opened.token === now.token
    ? null
    : `${now.id} was claimed again since; this claim is over.`;
}

const IN_WORDS: Readonly<Record<JobState, string>> = {
  blocked: "it is in the line",
  held: "it is in the line",
  waiting: "it is in the line",
  ready: "it is in the line",
  claimed: "it is being worked on",
  quarantined: "it is in quarantine",
  completed: "it is completed",
  cancelled: "it is cancelled",
};

/** What a job that is let go would wait for in its coming state, short enough for a cell of the preview. */

import type { PreviewedJob } from "../../engine/model.ts";
import { listed, type Part } from "./parts.ts";

export function comingOf({ to, waitsFor }: PreviewedJob): readonly Part[] {
  switch (to) {
    case "blocked":
      return ["until ", ...listed(waitsFor)];
    case "held":
      return ["until its hold is lifted"];
    case "waiting":
      return ["until its time to wait is over"];
    case "ready":
      return ["any robot that can do it"];
    // It isn't let go to any of these; the badge beside says where it stands.
    case "claimed":
    case "quarantined":
    case "completed":
    case "cancelled":
      return [];
  }
}

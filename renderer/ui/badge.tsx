/** A job's state as icon, word and colour; filled means now, tinted next, outlined stopped, plain over. */

import type { JobState } from "../../engine/model.ts";
import { stateWords } from "../words/states.ts";
import { StateIcon } from "./icons.tsx";
import "./badge.css";

interface BadgeProps {
  readonly state: JobState;
  /** For a quarantined job: whether it failed itself, or another stopped it. */
  readonly failedItself?: boolean;
}

export function Badge({ state, failedItself = true }: BadgeProps) {
  const stopped = state === "quarantined" && !failedItself;
  return (
    <span className={`badge badge-${state}${stopped ? " badge-stopped" : ""}`}>
      <StateIcon state={state} stopped={stopped} />
      {stateWords[state]}
    </span>
  );
}

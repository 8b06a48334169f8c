/** The icons of the states; the rest comes from lucide as it is. */

import { Check, Clock, Lock, OctagonAlert, Pause, Play, X, type LucideProps } from "lucide-react";
import type { ComponentType } from "react";
import type { JobState } from "../../engine/model.ts";

/** An open ring around a dot: at work, and not a spinner. */
function OpenRing({ size = 24, className, strokeWidth = 2 }: LucideProps) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path d="M12 3a9 9 0 1 1-9 9" stroke="currentColor" strokeWidth={strokeWidth} strokeLinecap="round" />
      <circle cx="12" cy="12" r="3.5" fill="currentColor" />
    </svg>
  );
}

/** A solid octagon for what failed itself; lucide's paints its sign beneath a filled shape. */
function SolidOctagon({ size = 24, className }: LucideProps) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path
        d="M8 2h8l6 6v8l-6 6H8l-6-6V8z"
        fill="currentColor"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinejoin="round"
      />
      <path className="icon-hole" d="M12 7v6M12 17h.01" strokeWidth={2.5} strokeLinecap="round" />
    </svg>
  );
}

const stateIcons: Readonly<Record<JobState, ComponentType<LucideProps>>> = {
  blocked: Lock,
  held: Pause,
  waiting: Clock,
  ready: Play,
  claimed: OpenRing,
  completed: Check,
  quarantined: SolidOctagon,
  cancelled: X,
};

interface StateIconProps {
  readonly state: JobState;
  readonly size?: number;
  /** For a quarantined job: whether another one stopped it. */
  readonly stopped?: boolean;
}

export function StateIcon({ state, size = 14, stopped = false }: StateIconProps) {
  const Icon = stopped ? OctagonAlert : stateIcons[state];
  return (
    <Icon className={`state-icon state-icon-${state}`} size={size} strokeWidth={2.25} aria-hidden="true" />
  );
}

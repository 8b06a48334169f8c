/** The rail: the screens with how much is on each. */

import { Keyboard, List, OctagonAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Counts } from "../../engine/model.ts";
import type { Screen } from "../desk.tsx";
import "./rail.css";

interface RailProps {
  readonly counts: Counts | undefined;
  readonly screen: Screen;
  readonly onGo: (screen: Screen) => void;
  readonly onShortcuts: () => void;
}

export function Rail({ counts, screen, onGo, onShortcuts }: RailProps) {
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const quarantined = counts?.quarantined ?? 0;
  return (
    <div className="rail">
      <nav aria-label="Screens">
        <Destination name="Jobs" count={all} current={screen === "jobs"} onGo={() => onGo("jobs")}>
          <List size={18} aria-hidden="true" />
        </Destination>
        <Destination
          name="Quarantine"
          count={quarantined > 0 ? quarantined : undefined}
          alarming
          current={screen === "quarantine"}
          onGo={() => onGo("quarantine")}
        >
          <OctagonAlert size={18} aria-hidden="true" />
        </Destination>
      </nav>
      <button type="button" className="rail-item rail-foot" onClick={onShortcuts}>
        <Keyboard size={18} aria-hidden="true" />
        <span className="rail-name">Shortcuts</span>
        <kbd>?</kbd>
      </button>
    </div>
  );
}

interface DestinationProps {
  readonly name: string;
  readonly count: number | undefined;
  readonly alarming?: boolean;
  readonly current: boolean;
  readonly onGo: () => void;
  readonly children: ReactNode;
}

function Destination({ name, count, alarming = false, current, onGo, children }: DestinationProps) {
  return (
    <button type="button" className="rail-item" aria-current={current ? "page" : undefined} onClick={onGo}>
      {children}
      <span className="rail-name">{name}</span>
      {count !== undefined && (
        <span className={alarming ? "rail-count rail-alarming" : "rail-count"}>
          {count.toLocaleString("en-GB")}
        </span>
      )}
    </button>
  );
}

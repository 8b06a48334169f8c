/** The head of the Jobs screen: how many there are, and what can be done. */

import { ArrowDown, FileUp, Plus } from "lucide-react";
import type { Counts } from "../../engine/model.ts";
import type { Deeds } from "../deeds.tsx";
import { Button } from "../ui/button.tsx";

interface JobsHeadProps {
  readonly counts: Counts | undefined;
  readonly deeds: Deeds;
  /** Rows that wait while the pointer is on the list. */
  readonly held: number;
  readonly onNew: () => void;
  readonly onLetIn: () => void;
}

export function JobsHead({ counts, deeds, held, onNew, onLetIn }: JobsHeadProps) {
  const open = counts && counts.blocked + counts.held + counts.waiting + counts.ready;
  return (
    <header className="screen-head">
      <h1>Jobs</h1>
      {counts && (
        <p className="screen-counts">
          {open?.toLocaleString("en-GB")} open, {counts.claimed.toLocaleString("en-GB")} claimed
        </p>
      )}
      {held > 0 && (
        <Button className="held-back" onClick={onLetIn}>
          <ArrowDown size={16} aria-hidden="true" />
          {held.toLocaleString("en-GB")} new in between
        </Button>
      )}
      <div className="screen-actions">
        <Button
          onClick={deeds.claimNext}
          aria-busy={deeds.claiming}
          aria-keyshortcuts="c"
          title="Shortcut: c"
        >
          Claim next
        </Button>
        <Button onClick={deeds.importFile} aria-busy={deeds.reading}>
          <FileUp size={16} aria-hidden="true" />
          Import…
        </Button>
        <Button onClick={onNew} aria-keyshortcuts="n" title="Shortcut: n">
          <Plus size={16} aria-hidden="true" />
          New job…
        </Button>
      </div>
    </header>
  );
}

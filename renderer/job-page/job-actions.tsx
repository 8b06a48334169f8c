/** What can be done with a job: what its state allows, then the rest, off, each with its reason. */

import type { JobView } from "../../engine/model.ts";
import type { Rejection } from "../../engine/rejected.ts";
import { Button, OffButton } from "../ui/button.tsx";
import { RefusalNote } from "../ui/refusal-note.tsx";
import { allowedFor, type Action } from "./allowed.ts";

const NAMES: readonly (readonly [action: Action, name: string])[] = [
  ["complete", "Complete"],
  ["report-failure", "Report failure…"],
  ["redrive", "Redrive…"],
  ["prerequisites", "Edit prerequisites…"],
];

interface JobActionsProps {
  readonly job: JobView;
  readonly refusal: Rejection | null;
  readonly onAct: (action: Action) => void;
}

export function JobActions({ job, refusal, onAct }: JobActionsProps) {
  const allowed = allowedFor(job);
  const on = NAMES.filter(([action]) => allowed[action] === null);
  const reasons = [...new Set(Object.values(allowed))].filter((reason) => reason !== null);
  return (
    <div className="actions" role="group" aria-label="Actions">
      {on.length > 0 && (
        <div className="actions-on">
          {on.map(([action, name]) => (
            <Button key={action} onClick={() => onAct(action)}>
              {name}
            </Button>
          ))}
        </div>
      )}
      <RefusalNote refusal={refusal} />
      {reasons.map((reason) => (
        <div key={reason} className="actions-off">
          {NAMES.filter(([action]) => allowed[action] === reason).map(([action, name]) => (
            <OffButton key={action} reason={reason}>
              {name}
            </OffButton>
          ))}
          <span className="off-reason">{reason}</span>
        </div>
      ))}
    </div>
  );
}

/**
 * What can be done with a job: all actions, always in one order, so that none moves away under a pointer or a focus; those
 * that its state doesn't allow are off, with the reasons beneath.
 */

import type { JobView } from "../../engine/model.ts";
import type { Rejection } from "../../engine/rejected.ts";
import { Button } from "../ui/button.tsx";
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
  const reasons = [...new Set(Object.values(allowed))].filter((reason) => reason !== null);
  return (
    <div className="actions" role="group" aria-label="Actions" tabIndex={-1} data-actions>
      <div className="actions-row">
        {NAMES.map(([action, name]) => (
          <Button key={action} off={allowed[action]} onClick={() => onAct(action)}>
            {name}
          </Button>
        ))}
      </div>
      <RefusalNote refusal={refusal} />
      {reasons.length > 0 && (
        <ul className="actions-off">
          {reasons.map((reason) => (
            <li key={reason}>
              <span className="actions-which">
                {NAMES.filter(([action]) => allowed[action] === reason)
                  .map(([, name]) => name.replace("…", ""))
                  .join(", ")}
                :
              </span>{" "}
              {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

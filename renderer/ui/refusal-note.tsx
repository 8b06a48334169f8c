/** A refusal at the place of the action: what is wrong, that nothing was done, and the path if it is a cycle; or one to come. */

import { X } from "lucide-react";
import type { Rejection } from "../../engine/rejected.ts";
import { cycleOf, wordsOf } from "../api/refusal.ts";
import { Button } from "./button.tsx";
import { JobName } from "./job-name.tsx";
import "./refusal-note.css";

interface RefusalNoteProps {
  readonly refusal: Rejection | null;
  /** For one that would stay: takes it away. */
  readonly onDismiss?: () => void;
}

export function RefusalNote({ refusal, onDismiss }: RefusalNoteProps) {
  if (!refusal) return null;
  const { lead, sentence } = wordsOf(refusal);
  return (
    <div className="refusal" role="alert">
      <X size={16} strokeWidth={2.25} aria-hidden="true" />
      <div className="refusal-words">
        <p>
          <strong>{lead}</strong> {sentence}
        </p>
        <CyclePath refusal={refusal} />
      </div>
      {onDismiss && (
        <Button look="quiet" className="refusal-dismiss" aria-label="Dismiss" onClick={onDismiss}>
          <X size={16} aria-hidden="true" />
        </Button>
      )}
    </div>
  );
}

/** Says that an action is not possible any more, before anybody tries. */
export function TooLate({ why }: { readonly why: string | null }) {
  if (why === null) return null;
  return (
    <div className="refusal" role="alert">
      <X size={16} strokeWidth={2.25} aria-hidden="true" />
      <p>
        <strong>Too late:</strong> {why}
      </p>
    </div>
  );
}

/** The jobs of a cycle in order, each with an arrow to the next. */
export function CyclePath({ refusal }: { readonly refusal: Rejection }) {
  const path = cycleOf(refusal);
  if (!path) return null;
  return (
    <ol className="cycle mono" aria-label="Path of the cycle">
      {path.map((id, index) => (
        <li key={index}>
          {index > 0 && <span className="cycle-arrow">{" → "}</span>}
          <span className={`cycle-id${id === path[0] ? " cycle-end" : ""}`}>
            <JobName id={id} />
          </span>
        </li>
      ))}
    </ol>
  );
}

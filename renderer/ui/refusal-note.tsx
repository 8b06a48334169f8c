/** A refusal at the place of the action: what is wrong, that nothing was done, and the path if it is a cycle. */

import { X } from "lucide-react";
import type { Rejection } from "../../engine/rejected.ts";
import { cycleOf, wordsOf } from "../api/refusal.ts";
import { JobName } from "./job-name.tsx";
import "./refusal-note.css";

export function RefusalNote({ refusal }: { readonly refusal: Rejection | null }) {
  if (!refusal) return null;
  const { lead, sentence } = wordsOf(refusal);
  return (
    <div className="refusal" role="alert">
      <X size={16} strokeWidth={2.25} aria-hidden="true" />
      <div>
        <p>
          <strong>{lead}</strong> {sentence}
        </p>
        <CyclePath refusal={refusal} />
      </div>
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

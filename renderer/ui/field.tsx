/** A labelled field: label, a line of help, the control, and what is wrong with it right beneath. */

import { useEffect, useId, type ComponentProps, type ReactNode } from "react";
import { X } from "lucide-react";
import type { Rejection } from "../../engine/rejected.ts";
import { atFieldWords } from "../api/refusal.ts";
import { CyclePath } from "./refusal-note.tsx";
import "./field.css";

/** What ties a control to its label and its error; spread it on the control. */
export interface ControlProps {
  readonly id: string;
  readonly "aria-describedby": string;
  readonly "aria-invalid": boolean;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** A refusal of the engine, or a plain sentence. */
  readonly error: Rejection | string | null;
  readonly children: (control: ControlProps) => ReactNode;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;

  // Whoever was refused wants to mend it.
  useEffect(() => {
    if (error !== null) document.getElementById(id)?.focus();
  }, [error, id]);

  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id} className="field-label">
          {label}
        </label>
        {hint !== undefined && <span className="field-hint">{hint}</span>}
      </div>
      {children({ id, "aria-describedby": noteId, "aria-invalid": error !== null })}
      <div id={noteId} aria-live="polite">
        {error !== null && <FieldError error={error} />}
      </div>
    </div>
  );
}

function FieldError({ error }: { readonly error: Rejection | string }) {
  const refusal = typeof error === "string" ? null : error;
  return (
    <div className="field-error">
      <X size={14} strokeWidth={2.25} aria-hidden="true" />
      <div>
        {typeof error === "string" ? error : atFieldWords(error)}
        {refusal && <CyclePath refusal={refusal} />}
      </div>
    </div>
  );
}

export function TextInput({ className = "", ...rest }: ComponentProps<"input">) {
  return <input className={`input ${className}`} autoComplete="off" spellCheck={false} {...rest} />;
}

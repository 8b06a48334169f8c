/** The reason that a person gives with a command. */

import { useState } from "react";
import type { Rejection } from "../../engine/rejected.ts";
import { Field, TextInput } from "./field.tsx";

const LONGEST = 2000;

/** What was typed, and the reason to send: nothing if nothing but spaces was typed. */
export function useReason() {
  const [text, setText] = useState("");
  return { text, setText, given: text.trim() || undefined };
}

export type Reason = ReturnType<typeof useReason>;

interface ReasonFieldProps {
  readonly reason: Reason;
  readonly hint?: string;
  readonly error: Rejection | null;
  /** The dialog opens with the focus here. */
  readonly first?: boolean;
}

export function ReasonField({
  reason,
  hint = "kept with the history, may be left out",
  error,
  first = false,
}: ReasonFieldProps) {
  return (
    <Field label="Reason" hint={hint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          data-first={first || undefined}
          maxLength={LONGEST}
          value={reason.text}
          onChange={(event) => reason.setText(event.target.value)}
        />
      )}
    </Field>
  );
}

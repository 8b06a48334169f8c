/** Submits one job. */

import { useState } from "react";
import { useCommand } from "../api/commands.ts";
import { atAction, atField } from "../api/refusal.ts";
import { useDesk } from "../desk.tsx";
import { usePicker } from "../prerequisites/use-picker.ts";
import { ChipPicker } from "../ui/chip-picker.tsx";
import { Dialog, DialogFoot } from "../ui/dialog.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { useNotify } from "../ui/notices.tsx";
import { RefusalNote } from "../ui/refusal-note.tsx";
import { backoffOf, UNITS, type Unit } from "./backoff.ts";
import { JobMention } from "../ui/sentence.tsx";

const FIELDS = ["id", "backoff", "after"] as const;

export function NewJobDialog({ onClose }: { readonly onClose: () => void }) {
  const desk = useDesk();
  const notify = useNotify();
  const submission = useCommand("submit");
  const [typed, setTyped] = useState("");
  const [amount, setAmount] = useState("10");
  const [unit, setUnit] = useState<Unit>("minutes");
  const [notANumber, setNotANumber] = useState(false);
  const after = atField(submission.refusal, "after", FIELDS);
  // As in a workflow file, the spaces around an id are none of it.
  const id = typed.trim();
  const picker = usePicker([], id, after);

  const submit = () => {
    const backoff = backoffOf(amount, unit);
    setNotANumber(backoff === null);
    if (backoff === null) {
      submission.forget();
      return;
    }
    submission.run({ id, backoff, after: picker.take() }, () => {
      notify({
        text: (
          <>
            Submitted <JobMention id={id} />.
          </>
        ),
        link: { label: "Show it", follow: () => desk.open(id) },
      });
      onClose();
    });
  };

  return (
    <Dialog
      title="New job"
      lead="It joins the end of the line."
      busy={submission.running}
      onClose={onClose}
      onSubmit={submit}
      foot={<DialogFoot action="Submit job" running={submission.running} onClose={onClose} />}
    >
      <Field
        label="Job id"
        hint="at most 200 characters, never used before"
        error={atField(submission.refusal, "id", FIELDS)}
      >
        {(control) => (
          <TextInput
            {...control}
            data-first
            className="mono"
            placeholder="extract-1"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Backoff"
        hint="how long it waits after a failure"
        error={notANumber ? "Give a number, such as 10." : atField(submission.refusal, "backoff", FIELDS)}
      >
        {(control) => (
          <div className="input-with-unit">
            <TextInput
              {...control}
              inputMode="decimal"
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
            />
            <select
              className="input"
              aria-label="Unit"
              value={unit}
              onChange={(event) => setUnit(event.target.value as Unit)}
            >
              {Object.keys(UNITS).map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </div>
        )}
      </Field>
      <Field label="Prerequisites" hint="jobs that must have completed first" error={after}>
        {(control) => <ChipPicker control={control} {...picker.props} />}
      </Field>
      <RefusalNote refusal={atAction(submission.refusal, FIELDS)} />
    </Dialog>
  );
}

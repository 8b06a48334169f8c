/** Edits what a job needs first: chips, what would change, and a word if somebody else changed them meanwhile. */

import { useState } from "react";
import type { JobPage } from "../../engine/model.ts";
import { useCommand } from "../api/commands.ts";
import { atAction, atField } from "../api/refusal.ts";
import { useDesk } from "../desk.tsx";
import { Button } from "../ui/button.tsx";
import { ChipPicker } from "../ui/chip-picker.tsx";
import { Dialog, DialogFoot } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { useNotify } from "../ui/notices.tsx";
import { ReasonField, useReason } from "../ui/reason-field.tsx";
import { RefusalNote } from "../ui/refusal-note.tsx";
import { JobMention, Sentence } from "../ui/sentence.tsx";
import { differenceOf, effectOf } from "./effect.ts";
import { usePicker } from "./use-picker.ts";
import "./prerequisites.css";

const FIELDS = ["after", "reason"] as const;

export function PrerequisitesDialog({
  page,
  onClose,
}: {
  readonly page: JobPage;
  readonly onClose: () => void;
}) {
  const { job, prerequisites } = page;
  const { id } = job;
  const desk = useDesk();
  const notify = useNotify();
  const save = useCommand("setPrerequisites");
  const now = prerequisites.map((other) => other.id);
  const [before, setBefore] = useState(now);
  const reason = useReason();
  const after = atField(save.refusal, "after", FIELDS);
  const picker = usePicker(before, id, after);
  const meanwhile = differenceOf(before, now);
  const changedMeanwhile = meanwhile.added.length + meanwhile.removed.length > 0;

  const submit = () =>
    save.run({ id, after: picker.take(), reason: reason.given }, () => {
      notify({
        text: (
          <>
            Changed what <JobMention id={id} /> needs.
          </>
        ),
        link: { label: "Show it", follow: () => desk.open(id) },
      });
      onClose();
    });

  return (
    <Dialog
      title={
        <>
          Edit prerequisites of <JobMention id={id} />
        </>
      }
      lead="The jobs that must have completed before this one is handed out."
      onClose={onClose}
      onSubmit={submit}
      foot={<DialogFoot action="Save prerequisites" running={save.running} onClose={onClose} />}
    >
      {changedMeanwhile && !save.running && (
        <div className="meanwhile" role="status">
          <p>
            Somebody changed them meanwhile. It now needs{" "}
            {now.length === 0 ? (
              "nothing"
            ) : (
              <Sentence parts={now.flatMap((other, index) => [index > 0 ? ", " : "", { job: other }])} />
            )}
            .
          </p>
          <Button
            onClick={() => {
              setBefore(now);
              picker.set(now);
              save.forget();
            }}
          >
            Start again from these
          </Button>
        </div>
      )}
      <Field label="Prerequisites" error={after}>
        {(control) => <ChipPicker control={control} {...picker.props} />}
      </Field>
      <p className="effect" aria-live="polite">
        <Sentence parts={effectOf(job, before, picker.ids)} />
      </p>
      <RefusalNote refusal={atAction(save.refusal, FIELDS)} />
      <ReasonField reason={reason} error={atField(save.refusal, "reason", FIELDS)} />
    </Dialog>
  );
}

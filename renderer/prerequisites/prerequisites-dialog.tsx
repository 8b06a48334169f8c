/** Edits what a job needs first: chips, what would change, and a word if somebody else changed them meanwhile. */

import { useState } from "react";
import { useCommand } from "../api/commands.ts";
import { atAction, atField } from "../api/refusal.ts";
import { useDesk } from "../desk.tsx";
import type { JobDialogProps } from "../job-dialog.tsx";
import { tooLate } from "../job-page/too-late.ts";
import { ChipPicker } from "../ui/chip-picker.tsx";
import { Dialog, DialogFoot } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { useNotify } from "../ui/notices.tsx";
import { ReasonField } from "../ui/reason-field.tsx";
import { RefusalNote, TooLate } from "../ui/refusal-note.tsx";
import { JobMention, Sentence } from "../ui/sentence.tsx";
import { effectOf, NOTHING_CHANGED, sameIds } from "./effect.ts";
import { Meanwhile } from "./meanwhile.tsx";
import { usePicker } from "./use-picker.ts";
import "./prerequisites.css";

const FIELDS = ["after", "reason"] as const;

export function PrerequisitesDialog({ page, reason, onClose }: JobDialogProps) {
  const { job, prerequisites } = page;
  const { id } = job;
  const desk = useDesk();
  const notify = useNotify();
  const save = useCommand("setPrerequisites");
  const now = { job, ids: prerequisites.map((other) => other.id) };
  // What the person decides on; an edit of something else is refused.
  const [seen, setSeen] = useState(now);
  const after = atField(save.refusal, "after", FIELDS);
  const picker = usePicker(seen.ids, id, after);
  const late = save.running ? null : tooLate("prerequisites", seen.job, job);
  const changed = !sameIds(seen.ids, picker.ids);

  const submit = () =>
    save.run({ id, after: picker.take(), reason: reason.given, revision: seen.job.revision }, () => {
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

  const goOn = () => {
    setSeen(now);
    save.forget();
  };

  return (
    <Dialog
      title={
        <>
          Edit prerequisites of <JobMention id={id} />
        </>
      }
      lead="The jobs that must have completed before this one is handed out."
      busy={save.running}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <DialogFoot
          action="Save prerequisites"
          running={save.running}
          off={late ?? (changed ? null : NOTHING_CHANGED)}
          onClose={onClose}
        />
      }
    >
      {late === null && job.revision !== seen.job.revision && !save.running && (
        <Meanwhile
          job={job}
          now={now.ids}
          theyChanged={!sameIds(seen.ids, now.ids)}
          onGoOn={goOn}
          onStartAgain={() => {
            goOn();
            picker.set(now.ids);
          }}
        />
      )}
      <Field label="Prerequisites" error={after}>
        {(control) => <ChipPicker control={control} first {...picker.props} />}
      </Field>
      {after === null && (
        <p className="effect" aria-live="polite">
          <Sentence parts={effectOf(job, seen.ids, picker.ids)} />
        </p>
      )}
      <RefusalNote refusal={atAction(save.refusal, FIELDS)} />
      {save.refusal === null && <TooLate why={late} />}
      <ReasonField reason={reason} error={atField(save.refusal, "reason", FIELDS)} />
    </Dialog>
  );
}

/** Asks for a redrive: what is let go, what stays and why, with a reason to give. */

import { useState } from "react";
import { useCommand } from "../api/commands.ts";
import { atAction, atField, refusalOf } from "../api/refusal.ts";
import { useRedrivePreview } from "../api/queries.ts";
import { useDesk } from "../desk.tsx";
import type { JobDialogProps } from "../job-dialog.tsx";
import { tooLate } from "../job-page/too-late.ts";
import { Dialog, DialogFoot } from "../ui/dialog.tsx";
import { Failed, Loading } from "../ui/nothing.tsx";
import { useNotify } from "../ui/notices.tsx";
import { ReasonField } from "../ui/reason-field.tsx";
import { RefusalNote, TooLate } from "../ui/refusal-note.tsx";
import { counted } from "../words/parts.ts";
import { LetGo, Stays } from "./redrive-preview.tsx";
import { JobMention } from "../ui/sentence.tsx";
import "./redrive.css";

const FIELDS = ["reason"] as const;

export function RedriveDialog({ page, reason, onClose }: JobDialogProps) {
  const { job } = page;
  const { id } = job;
  const desk = useDesk();
  const notify = useNotify();
  const preview = useRedrivePreview(id);
  const redrive = useCommand("redrive");
  const [opened] = useState(job);
  const late = redrive.running ? null : tooLate("redrive", opened, job);
  // An answer of before is no preview any more once the engine refuses to give one.
  const told = preview.isError ? undefined : preview.data;

  const submit = () =>
    redrive.run({ id, reason: reason.given }, (letGo) => {
      const others = letGo.length - 1;
      notify({
        text: (
          <>
            Redrove <JobMention id={id} />
            {others > 0 && `, with ${counted(others, "dependent")}`}.
          </>
        ),
        link: { label: "Show it", follow: () => desk.open(id) },
      });
      onClose();
    });

  return (
    <Dialog
      wide
      title={
        <>
          Redrive <JobMention id={id} />
        </>
      }
      lead={late === null ? "This is what will change. Nothing has changed yet." : undefined}
      busy={redrive.running}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <DialogFoot
          action={`Redrive ${counted(told?.changesTotal ?? 1, "job")}`}
          running={redrive.running}
          off={late}
          onClose={onClose}
        />
      }
    >
      {preview.isPending && <Loading what="what would change" />}
      {preview.isError && late === null && !redrive.running && (
        <Failed
          what="What would change"
          reason={refusalOf(preview.error)?.message ?? ""}
          onRetry={() => void preview.refetch()}
        />
      )}
      {told && late === null && (
        <>
          <LetGo {...told} />
          <Stays {...told} />
        </>
      )}
      <RefusalNote refusal={atAction(redrive.refusal, FIELDS)} />
      {redrive.refusal === null && <TooLate why={late} />}
      <ReasonField reason={reason} error={atField(redrive.refusal, "reason", FIELDS)} first />
    </Dialog>
  );
}

/** Asks for a redrive: what is let go, what stays and why, with a reason to give. */

import type { JobPage } from "../../engine/model.ts";
import { useCommand } from "../api/commands.ts";
import { atAction, atField } from "../api/refusal.ts";
import { useRedrivePreview } from "../api/queries.ts";
import { useDesk } from "../desk.tsx";
import { Dialog, DialogFoot } from "../ui/dialog.tsx";
import { Loading } from "../ui/nothing.tsx";
import { useNotify } from "../ui/notices.tsx";
import { ReasonField, useReason } from "../ui/reason-field.tsx";
import { RefusalNote } from "../ui/refusal-note.tsx";
import { counted } from "../words/parts.ts";
import { LetGo, Stays } from "./redrive-preview.tsx";
import { JobMention } from "../ui/sentence.tsx";
import "./redrive.css";

const FIELDS = ["reason"] as const;

export function RedriveDialog({ page, onClose }: { readonly page: JobPage; readonly onClose: () => void }) {
  const { id } = page.job;
  const desk = useDesk();
  const notify = useNotify();
  const preview = useRedrivePreview(id);
  const redrive = useCommand("redrive");
  const reason = useReason();
  const quarantined = page.job.state === "quarantined";
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
      lead={
        quarantined
          ? "This is what will change. Nothing has changed yet."
          : "It is not in quarantine any more."
      }
      onClose={onClose}
      onSubmit={submit}
      foot={
        <DialogFoot
          action={`Redrive ${counted(told?.letGoTotal ?? 1, "job")}`}
          running={redrive.running}
          onClose={onClose}
        />
      }
    >
      {preview.isPending && <Loading what="what would change" />}
      {told && (
        <>
          <LetGo {...told} />
          <Stays {...told} />
        </>
      )}
      <RefusalNote refusal={atAction(redrive.refusal, FIELDS)} />
      <ReasonField reason={reason} error={atField(redrive.refusal, "reason", FIELDS)} first />
    </Dialog>
  );
}

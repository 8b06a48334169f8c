/** Reports that a claimed job has failed, with a reason; says beforehand what comes of it. */

import { useState } from "react";
import type { JobPage } from "../../engine/model.ts";
import { useCommand } from "../api/commands.ts";
import { atAction, atField } from "../api/refusal.ts";
import { useDesk } from "../desk.tsx";
import { Dialog, DialogFoot } from "../ui/dialog.tsx";
import { useNotify } from "../ui/notices.tsx";
import { ReasonField, useReason } from "../ui/reason-field.tsx";
import { RefusalNote } from "../ui/refusal-note.tsx";
import { comesOf } from "./comes-of.ts";
import { JobMention } from "../ui/sentence.tsx";

const FIELDS = ["reason"] as const;

export function ReportFailureDialog({
  page,
  onClose,
}: {
  readonly page: JobPage;
  readonly onClose: () => void;
}) {
  const { job, dependentsTotal } = page;
  const { id } = job;
  const desk = useDesk();
  const notify = useNotify();
  const report = useCommand("report_failure");
  const reason = useReason();
  // The claim that was there when the dialog was opened: a later one is somebody else's work.
  const [opened] = useState(job);

  const submit = () => {
    if (opened.state !== "claimed") return;
    report.run({ id, token: opened.token, reason: reason.given }, (now) => {
      notify({
        text: (
          <>
            <JobMention id={id} /> failed
            {now.state === "quarantined" ? " and is in quarantine now" : " and will be tried again"}.
          </>
        ),
        link: { label: "Show it", follow: () => desk.open(id) },
      });
      onClose();
    });
  };

  return (
    <Dialog
      title={
        <>
          Report failure of <JobMention id={id} />
        </>
      }
      lead={job.state === "claimed" ? comesOf(job, dependentsTotal) : "It is not claimed any more."}
      onClose={onClose}
      onSubmit={submit}
      foot={<DialogFoot action="Report failure" running={report.running} onClose={onClose} />}
    >
      <ReasonField
        reason={reason}
        hint="what went wrong, such as “tip rack empty”"
        error={atField(report.refusal, "reason", FIELDS)}
        first
      />
      <RefusalNote refusal={atAction(report.refusal, FIELDS)} />
    </Dialog>
  );
}

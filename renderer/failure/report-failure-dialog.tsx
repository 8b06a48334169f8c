/** Reports that a claimed job has failed, with a reason; says beforehand what comes of it. */

import { useState } from "react";
import { useCommand } from "../api/commands.ts";
import { atAction, atField } from "../api/refusal.ts";
import { useDesk } from "../desk.tsx";
import type { JobDialogProps } from "../job-dialog.tsx";
import { tooLate } from "../job-page/too-late.ts";
import { Dialog, DialogFoot } from "../ui/dialog.tsx";
import { useNotify } from "../ui/notices.tsx";
import { ReasonField } from "../ui/reason-field.tsx";
import { RefusalNote, TooLate } from "../ui/refusal-note.tsx";
import { comesOf } from "./comes-of.ts";
import { JobMention } from "../ui/sentence.tsx";

const FIELDS = ["reason"] as const;

export function ReportFailureDialog({ page, reason, onClose }: JobDialogProps) {
  const { job, dependentsTotal } = page;
  const { id } = job;
  const desk = useDesk();
  const notify = useNotify();
  const report = useCommand("report_failure");
  // The claim that was there when the dialog was opened: a later one is somebody else's work.
  const [opened] = useState(job);
  const late = report.running ? null : tooLate("report-failure", opened, job);

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
      lead={late === null ? comesOf(opened, dependentsTotal) : undefined}
      busy={report.running}
      onClose={onClose}
      onSubmit={submit}
      foot={<DialogFoot action="Report failure" running={report.running} off={late} onClose={onClose} />}
    >
      <ReasonField
        reason={reason}
        hint="what went wrong, such as “tip rack empty”"
        error={atField(report.refusal, "reason", FIELDS)}
        first
      />
      <RefusalNote refusal={atAction(report.refusal, FIELDS)} />
      {report.refusal === null && <TooLate why={late} />}
    </Dialog>
  );
}

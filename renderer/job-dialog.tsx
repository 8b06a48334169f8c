/**
 * What every dialog about one job begins with: the job as it is now, and whether its state allows the action at all. It
 * is open at once, so that what is typed goes into it and not to the shortcuts.
 */

import { useState, type ReactNode } from "react";
import type { JobId, JobPage } from "../engine/model.ts";
import { refusalOf } from "./api/refusal.ts";
import { useJob } from "./api/queries.ts";
import { allowedFor, type Action } from "./job-page/allowed.ts";
import { ClosingFoot, Dialog } from "./ui/dialog.tsx";
import { Failed, Loading } from "./ui/nothing.tsx";
import { ReasonField, useReason, type Reason } from "./ui/reason-field.tsx";
import { JobMention } from "./ui/sentence.tsx";

/** What a dialog about a job is given. */
export interface JobDialogProps {
  /** Stays fresh. */
  readonly page: JobPage;
  readonly reason: Reason;
  readonly onClose: () => void;
}

interface Props {
  readonly id: JobId;
  readonly action: Exclude<Action, "complete">;
  readonly onClose: () => void;
  readonly children: (given: JobDialogProps) => ReactNode;
}

export function JobDialog({ id, action, onClose, children }: Props) {
  const page = useJob(id);
  const reason = useReason();
  // Judged once: a dialog that is open stays, and says by itself that it is too late.
  const [whyNot, setWhyNot] = useState<string | null | undefined>(undefined);
  if (page.data && whyNot === undefined) setWhyNot(allowedFor(page.data.job)[action]);

  if (page.data && whyNot === null) return children({ page: page.data, reason, onClose });
  const { name, title, typed } = KINDS[action];
  return (
    <Dialog
      wide={action === "redrive"}
      title={
        <>
          {title} <JobMention id={id} />
        </>
      }
      onClose={onClose}
      foot={<ClosingFoot label="Back" onClose={onClose} />}
    >
      {typeof whyNot === "string" && (
        <p>
          {name} is not possible now. {whyNot}
        </p>
      )}
      {page.isPending && <Loading what="the job" />}
      {page.isPending && typed && <ReasonField reason={reason} error={null} first />}
      {page.isError && whyNot === undefined && (
        <Failed
          what="The job"
          reason={refusalOf(page.error)?.message ?? ""}
          onRetry={() => void page.refetch()}
        />
      )}
    </Dialog>
  );
}

/** `typed`: the dialog opens for a reason to be typed. */
const KINDS = {
  "report-failure": { name: "To report a failure", title: "Report failure of", typed: true },
  redrive: { name: "To redrive it", title: "Redrive", typed: true },
  prerequisites: { name: "To edit its prerequisites", title: "Edit prerequisites of", typed: false },
} as const;

/** What every dialog about one job begins with: the job as it is now, and whether its state allows the action at all. */

import { useState, type ReactNode } from "react";
import type { JobId, JobPage } from "../engine/model.ts";
import { refusalOf } from "./api/refusal.ts";
import { useJob } from "./api/queries.ts";
import { allowedFor, type Action } from "./job-page/allowed.ts";
import { Button } from "./ui/button.tsx";
import { Dialog } from "./ui/dialog.tsx";
import { Failed } from "./ui/nothing.tsx";
import { JobMention } from "./ui/sentence.tsx";

interface JobDialogProps {
  readonly id: JobId;
  readonly action: Action;
  readonly onClose: () => void;
  /** The dialog itself; its page stays fresh. */
  readonly children: (page: JobPage) => ReactNode;
}

export function JobDialog({ id, action, onClose, children }: JobDialogProps) {
  const page = useJob(id);
  // Judged once: a dialog that is open stays, and what has changed meanwhile is refused where it is done.
  const [whyNot, setWhyNot] = useState<string | null | undefined>(undefined);
  if (page.data && whyNot === undefined) setWhyNot(allowedFor(page.data.job)[action]);

  if (page.data && whyNot === null) return children(page.data);
  if (!page.isError && whyNot === undefined) return null;
  return (
    <Dialog
      title={<JobMention id={id} />}
      onClose={onClose}
      foot={
        <>
          <span className="dialog-foot-note" />
          <Button data-first onClick={onClose}>
            Back
          </Button>
        </>
      }
    >
      {whyNot !== null && whyNot !== undefined ? (
        <p>
          {NAMES[action]} is not possible now. {whyNot}
        </p>
      ) : (
        <Failed
          what="The job"
          reason={refusalOf(page.error)?.message ?? ""}
          onRetry={() => void page.refetch()}
        />
      )}
    </Dialog>
  );
}

const NAMES: Readonly<Record<Action, string>> = {
  complete: "To complete it",
  "report-failure": "To report a failure",
  redrive: "To redrive it",
  prerequisites: "To edit its prerequisites",
};

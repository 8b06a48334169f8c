/** The dialog that lies on the desk, if any. */

import { useDesk } from "./desk.tsx";
import { ReportFailureDialog } from "./failure/report-failure-dialog.tsx";
import { ShortcutsDialog } from "./frame/shortcuts-dialog.tsx";
import { ImportDialog } from "./import/import-dialog.tsx";
import { JobDialog } from "./job-dialog.tsx";
import { PrerequisitesDialog } from "./prerequisites/prerequisites-dialog.tsx";
import { RedriveDialog } from "./redrive/redrive-dialog.tsx";
import { NewJobDialog } from "./submit/new-job-dialog.tsx";

export function Dialogs() {
  const { dialog, closeDialog } = useDesk();
  switch (dialog?.kind) {
    case undefined:
      return null;
    case "new-job":
      return <NewJobDialog onClose={closeDialog} />;
    case "import":
      return <ImportDialog reading={dialog.reading} onClose={closeDialog} />;
    case "shortcuts":
      return <ShortcutsDialog onClose={closeDialog} />;
    case "report-failure":
    case "redrive":
    case "prerequisites": {
      const TheDialog = ABOUT_A_JOB[dialog.kind];
      return (
        <JobDialog id={dialog.id} action={dialog.kind} onClose={closeDialog}>
          {(given) => <TheDialog {...given} />}
        </JobDialog>
      );
    }
  }
}

const ABOUT_A_JOB = {
  "report-failure": ReportFailureDialog,
  redrive: RedriveDialog,
  prerequisites: PrerequisitesDialog,
} as const;

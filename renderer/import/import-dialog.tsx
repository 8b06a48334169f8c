/** Submits a workflow that was read from a file: all of its jobs, or none. */

import type { WorkflowReading } from "../../electron/api/contract.ts";
import type { Rejection } from "../../engine/rejected.ts";
import { useCommand } from "../api/commands.ts";
import { placeOf } from "../api/refusal.ts";
import { useDesk } from "../desk.tsx";
import { ClosingFoot, Dialog, DialogFoot } from "../ui/dialog.tsx";
import { useNotify } from "../ui/notices.tsx";
import { RefusalNote } from "../ui/refusal-note.tsx";
import { counted } from "../words/parts.ts";
import { Problems } from "./problems.tsx";
import { WorkflowPreview } from "./workflow-preview.tsx";
import "./import.css";

export function ImportDialog({
  reading,
  onClose,
}: {
  readonly reading: WorkflowReading;
  readonly onClose: () => void;
}) {
  const desk = useDesk();
  const notify = useNotify();
  const submission = useCommand("submitMany");
  const { name, jobs, problems, problemsTotal } = reading;
  const wrong = submission.refusal && wrongJob(submission.refusal, jobs);

  const submit = () =>
    submission.run(
      { jobs: jobs.map(({ id, backoff, after }) => ({ id, backoff, after: [...after] })) },
      ({ submitted }) => {
        notify({
          text: `Submitted ${counted(submitted, "job")} from ${name}.`,
          link: { label: "Show them", follow: () => desk.go("jobs") },
        });
        onClose();
      },
    );

  if (problemsTotal > 0 || jobs.length === 0) {
    return (
      <Dialog
        wide
        title={<>Import {name}</>}
        onClose={onClose}
        lead={
          problemsTotal > 0
            ? `${counted(problemsTotal, "line needs", "lines need")} to be put right. Nothing was submitted.`
            : "There is no job in this file. Nothing was submitted."
        }
        foot={
          <ClosingFoot label="Close" onClose={onClose}>
            Put the file right, then import it again.
          </ClosingFoot>
        }
      >
        {problemsTotal > 0 && <Problems problems={problems} total={problemsTotal} />}
      </Dialog>
    );
  }

  return (
    <Dialog
      wide
      title={<>Import {name}</>}
      lead={`${counted(jobs.length, "job")}, in this order. Nothing is submitted yet.`}
      busy={submission.running}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <DialogFoot
          action={`Submit ${counted(jobs.length, "job")}`}
          running={submission.running}
          first
          onClose={onClose}
        >
          All of them, or none if one is refused.
        </DialogFoot>
      }
    >
      <RefusalNote refusal={submission.refusal} />
      <WorkflowPreview jobs={jobs} wrong={wrong} />
    </Dialog>
  );
}

/** The place of the job that a refusal is about; of the first one that it names, if it tells no place. */
function wrongJob(refusal: Rejection, jobs: WorkflowReading["jobs"]): number | null {
  const { index } = placeOf(refusal, []);
  const named = jobs.findIndex(({ id }) => id === refusal.ids?.[0]);
  return index ?? (named < 0 ? null : named);
}

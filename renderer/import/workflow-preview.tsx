/** The first jobs of a workflow file, and the one that was refused wherever it stands. */

import type { WorkflowReading } from "../../electron/api/contract.ts";
import { JobName } from "../ui/job-name.tsx";
import { durationOf } from "../words/times.ts";

const FIRST = 12;

interface WorkflowPreviewProps {
  readonly jobs: WorkflowReading["jobs"];
  /** The place of the job that was refused. */
  readonly wrong: number | null;
}

export function WorkflowPreview({ jobs, wrong }: WorkflowPreviewProps) {
  const shown = jobs.slice(0, FIRST).map((job, index) => ({ job, index }));
  const refused = wrong === null || wrong < FIRST ? undefined : jobs[wrong];
  if (refused && wrong !== null) shown.unshift({ job: refused, index: wrong });
  return (
    <div className="preview-scroll">
      <table className="preview-table">
        <thead>
          <tr>
            <th className="number">Line</th>
            <th>Job</th>
            <th>Needs</th>
            <th className="number">Waits after a failure</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ job, index }) => (
            <tr
              key={index}
              className={index === wrong ? "preview-wrong" : undefined}
              aria-invalid={index === wrong || undefined}
            >
              <td className="number quiet">{job.line}</td>
              <td className="job-id">
                <JobName id={job.id} />
              </td>
              <td className="mono id" title={job.after.join(", ")}>
                {job.after.join(", ") || <span className="quiet">—</span>}
              </td>
              <td className="number">{durationOf(job.backoff)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {jobs.length > FIRST && (
        <p className="quiet small preview-more">
          and {(jobs.length - shown.length).toLocaleString("en-GB")} more
        </p>
      )}
    </div>
  );
}

/** The jobs that this one needs, or that need it: each a link, with its state. */

import type { JobId, JobRef } from "../../engine/model.ts";
import { Badge } from "../ui/badge.tsx";
import { JobName } from "../ui/job-name.tsx";

interface RelatedJobsProps {
  readonly jobs: readonly JobRef[];
  readonly total: number;
  /** What to say if there are none. */
  readonly none: string;
  readonly onOpen: (id: JobId) => void;
}

export function RelatedJobs({ jobs, total, none, onOpen }: RelatedJobsProps) {
  if (total === 0) return <p className="quiet small">{none}</p>;
  return (
    <>
      <ul className="related">
        {jobs.map(({ id, state, failedItself }) => (
          <li key={id} className="related-job">
            <button type="button" className="link" aria-label={id} onClick={() => onOpen(id)}>
              <JobName id={id} />
            </button>
            <Badge state={state} failedItself={failedItself} />
          </li>
        ))}
      </ul>
      {total > jobs.length && (
        <p className="quiet small">And {(total - jobs.length).toLocaleString("en-GB")} more.</p>
      )}
    </>
  );
}

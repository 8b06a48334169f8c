/** What a redrive would do, job by job, as the engine tells it. */

import type { Preview } from "../../engine/model.ts";
import { Badge } from "../ui/badge.tsx";
import { JobName } from "../ui/job-name.tsx";
import { Sentence } from "../ui/sentence.tsx";
import { comingOf } from "../words/coming.ts";
import { counted, listed } from "../words/parts.ts";

/** A redrive changes nothing but the jobs that it lets go. */
export function LetGo({ changes, changesTotal }: Pick<Preview, "changes" | "changesTotal">) {
  return (
    <section aria-label="Let go">
      <h3 className="preview-head">
        Let go, in this order <span className="quiet">{changesTotal.toLocaleString("en-GB")}</span>
      </h3>
      <ol className="preview">
        {changes.map((job) => (
          <li key={job.id} className="preview-job">
            <JobName id={job.id} />
            <Badge state={job.to} />
            <span className="quiet id">
              <Sentence parts={comingOf(job)} />
            </span>
          </li>
        ))}
      </ol>
      <Others count={changesTotal - changes.length} />
    </section>
  );
}

export function Stays({ stays, staysTotal }: Pick<Preview, "stays" | "staysTotal">) {
  if (staysTotal === 0) return null;
  return (
    <section aria-label="Stays in quarantine">
      <h3 className="preview-head">
        Stays in quarantine <span className="quiet">{staysTotal.toLocaleString("en-GB")}</span>
      </h3>
      <ul className="preview">
        {stays.map(({ id, failedItself, because }) => (
          <li key={id} className="preview-job">
            <JobName id={id} />
            <Badge state="quarantined" failedItself={failedItself} />
            <span className="quiet id">
              {failedItself && "failed itself"}
              {failedItself && because.length > 0 && ", and "}
              {because.length > 0 && (
                <>
                  because of <Sentence parts={listed(because)} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Others count={staysTotal - stays.length} />
    </section>
  );
}

/** Those that a long list leaves out. */
function Others({ count }: { readonly count: number }) {
  return count > 0 && <p className="quiet">and {counted(count, "more job")}</p>;
}

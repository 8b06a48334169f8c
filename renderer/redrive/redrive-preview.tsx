/** What a redrive would do, job by job, as the engine tells it. */

import type { RedrivePreview } from "../../engine/model.ts";
import { Badge } from "../ui/badge.tsx";
import { JobName } from "../ui/job-name.tsx";
import { Sentence } from "../ui/sentence.tsx";
import { counted, listed } from "../words/parts.ts";

export function LetGo({ letGo, letGoTotal }: Pick<RedrivePreview, "letGo" | "letGoTotal">) {
  return (
    <section aria-label="Let go">
      <h3 className="preview-head">
        Let go, in this order <span className="quiet">{letGoTotal.toLocaleString("en-GB")}</span>
      </h3>
      <ol className="preview">
        {letGo.map(({ id, waitsFor }) => (
          <li key={id} className="preview-job">
            <JobName id={id} />
            <Badge state={waitsFor.length > 0 ? "blocked" : "ready"} />
            <span className="quiet id">
              {waitsFor.length > 0 ? (
                <>
                  until <Sentence parts={listed(waitsFor)} />
                </>
              ) : (
                "any robot"
              )}
            </span>
          </li>
        ))}
      </ol>
      <Others count={letGoTotal - letGo.length} />
    </section>
  );
}

export function Stays({ stays, staysTotal }: Pick<RedrivePreview, "stays" | "staysTotal">) {
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

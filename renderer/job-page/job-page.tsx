/** A job's page: why it is where it is, what can be done, what was tried, what it needs and what needs it, its history. */

import type { ReactNode } from "react";
import type { JobId, JobPage as Page, JobView, Millis } from "../../engine/model.ts";
import type { Rejection } from "../../engine/rejected.ts";
import { Badge } from "../ui/badge.tsx";
import { Sentence } from "../ui/sentence.tsx";
import { lastDelayOf } from "../words/history.ts";
import { failuresOf, plainText } from "../words/parts.ts";
import { sentenceOf } from "../words/sentence.ts";
import type { Action } from "./allowed.ts";
import { Attempts } from "./attempts.tsx";
import { Facts } from "./facts.tsx";
import { History } from "./history.tsx";
import { JobActions } from "./job-actions.tsx";
import { RelatedJobs } from "./related-jobs.tsx";

interface JobPageProps {
  readonly page: Page;
  readonly now: Millis;
  /** Who is at the desk. */
  readonly atDesk: string | null;
  /** The dispatcher hands nothing out. */
  readonly paused: boolean;
  /** Why the last action on this page was not done. */
  readonly refusal: Rejection | null;
  readonly onAct: (action: Action, job: JobView) => void;
  readonly onOpen: (id: JobId) => void;
}

export function JobPage({ page, now, atDesk, paused, refusal, onAct, onOpen }: JobPageProps) {
  const { job, prerequisites, dependents, dependentsTotal, history, historyTotal } = page;
  const why = sentenceOf(job, { now, atDesk, paused, delay: lastDelayOf(history) });
  return (
    <div className="panel-body">
      <div className="why">
        <Badge state={job.state} failedItself={job.state !== "quarantined" || job.failedItself} />
        <p className="why-sentence" title={plainText(why)}>
          <Sentence parts={why} onOpen={onOpen} />
        </p>
      </div>
      <JobActions job={job} refusal={refusal} onAct={(action) => onAct(action, job)} />
      <Section title="Attempts" count={job.failures > 0 ? failuresOf(job) : job.attempts}>
        <Attempts history={history} attempts={job.attempts} now={now} atDesk={atDesk} />
      </Section>
      <Section title="Needs" count={prerequisites.length}>
        <RelatedJobs
          jobs={prerequisites}
          total={prerequisites.length}
          none="Nothing: it can go first."
          onOpen={onOpen}
        />
      </Section>
      <Section title="Needed by" count={dependentsTotal}>
        <RelatedJobs jobs={dependents} total={dependentsTotal} none="No job." onOpen={onOpen} />
      </Section>
      <Section title="History" count={historyTotal}>
        <History
          id={job.id}
          history={history}
          total={historyTotal}
          now={now}
          atDesk={atDesk}
          onOpen={onOpen}
        />
      </Section>
      <Section title="Facts">
        <Facts job={job} />
      </Section>
    </div>
  );
}

function Section({
  title,
  count,
  children,
}: {
  readonly title: string;
  readonly count?: number | string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <section className="panel-section" aria-label={title}>
      <h3>
        {title}{" "}
        {count !== undefined && (
          <span className="quiet">{typeof count === "number" ? count.toLocaleString("en-GB") : count}</span>
        )}
      </h3>
      {children}
    </section>
  );
}

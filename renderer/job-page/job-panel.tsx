/** A job's page beside the list: fetches the job, carries out its actions, and says what came of them. */

import type { Ref } from "react";
import { X } from "lucide-react";
import type { JobId, JobView } from "../../engine/model.ts";
import { useCommand } from "../api/commands.ts";
import { refusalOf } from "../api/refusal.ts";
import { useJob } from "../api/queries.ts";
import { useDesk } from "../desk.tsx";
import { Button } from "../ui/button.tsx";
import { useNotify } from "../ui/notices.tsx";
import { Failed, Loading } from "../ui/nothing.tsx";
import { useNow } from "../ui/now.ts";
import type { Action } from "./allowed.ts";
import { JobPage } from "./job-page.tsx";
import { JobMention } from "../ui/sentence.tsx";
import "./job-page.css";

/** More than two lines of the title. */
const LONG = 60;

interface JobPanelProps {
  readonly id: JobId;
  readonly panelRef: Ref<HTMLElement>;
  readonly onClose: () => void;
}

export function JobPanel({ id, panelRef, onClose }: JobPanelProps) {
  const desk = useDesk();
  const now = useNow();
  const notify = useNotify();
  const page = useJob(id);
  const complete = useCommand("complete");

  const act = (action: Action, job: JobView) => {
    complete.forget();
    if (action !== "complete") {
      desk.ask({ kind: action, id });
    } else if (job.state === "claimed") {
      complete.run({ id, token: job.token }, () => {
        notify({
          text: (
            <>
              Completed <JobMention id={id} />.
            </>
          ),
          link: { label: "Show it", follow: () => desk.open(id) },
        });
      });
    }
  };

  return (
    <aside className="panel" ref={panelRef} role="region" aria-label={id}>
      <header className="panel-head">
        <h2 className={id.length > LONG ? "panel-title panel-title-long" : "panel-title"}>{id}</h2>
        <Button look="quiet" aria-label="Close the page" title="Close (Esc)" onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </Button>
      </header>
      {page.isPending && <Loading what={id} />}
      {page.isError && !page.data && (
        <Failed
          what="The job"
          reason={refusalOf(page.error)?.message ?? ""}
          onRetry={() => void page.refetch()}
        />
      )}
      {page.data && (
        <JobPage page={page.data} now={now} refusal={complete.refusal} onAct={act} onOpen={desk.open} />
      )}
    </aside>
  );
}

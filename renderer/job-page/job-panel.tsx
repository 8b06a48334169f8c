/** A job's page beside the list: fetches the job, and carries out its actions. */

import type { Ref } from "react";
import { X } from "lucide-react";
import type { JobId, JobView } from "../../engine/model.ts";
import { refusalOf } from "../api/refusal.ts";
import { useAtDesk, useJob, usePaused } from "../api/queries.ts";
import type { Deeds } from "../deeds.tsx";
import { useDesk } from "../desk.tsx";
import { Button } from "../ui/button.tsx";
import { Failed, Loading } from "../ui/nothing.tsx";
import { useNow } from "../ui/now.ts";
import type { Action } from "./allowed.ts";
import { JobPage } from "./job-page.tsx";
import "./job-page.css";

/** More than two lines of the title. */
const LONG = 60;

interface JobPanelProps {
  readonly id: JobId;
  readonly deeds: Deeds;
  readonly panelRef: Ref<HTMLElement>;
  readonly onClose: () => void;
}

export function JobPanel({ id, deeds, panelRef, onClose }: JobPanelProps) {
  const desk = useDesk();
  const now = useNow();
  const page = useJob(id);
  const atDesk = useAtDesk();
  const paused = usePaused();

  const act = (action: Action, job: JobView) => {
    if (action === "complete") {
      deeds.complete(job);
    } else {
      deeds.forget();
      desk.ask({ kind: action, id });
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
        <JobPage
          page={page.data}
          now={now}
          atDesk={atDesk}
          paused={paused}
          refusal={deeds.refused?.on === id ? deeds.refused.refusal : null}
          onAct={act}
          onOpen={desk.open}
        />
      )}
    </aside>
  );
}

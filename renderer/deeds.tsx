/**
 * What is done without a dialog of its own: claim the next job, complete one, read a workflow file. It is known up here,
 * so that what comes of it is told wherever the person has gone meanwhile.
 */

import { useRef, useState } from "react";
import type { JobId, JobView } from "../engine/model.ts";
import type { Rejection } from "../engine/rejected.ts";
import { ask } from "./api/client.ts";
import { useCommand } from "./api/commands.ts";
import { usePaused } from "./api/queries.ts";
import { refusalOf } from "./api/refusal.ts";
import { useDesk } from "./desk.tsx";
import { useNotify } from "./ui/notices.tsx";
import { JobMention } from "./ui/sentence.tsx";

export interface Deeds {
  readonly claimNext: () => void;
  readonly claiming: boolean;
  readonly complete: (job: JobView) => void;
  readonly importFile: () => void;
  readonly loadSample: () => void;
  /** A file is being chosen or read: a dialog will come of it. */
  readonly reading: boolean;
  /** Why the last of them was not done; `on` is the job that was to be completed, if that was it. */
  readonly refused: { readonly refusal: Rejection; readonly on: JobId | null } | null;
  readonly forget: () => void;
}

const PAUSED = "The dispatcher is paused: nothing is handed out.";

export function useDeeds(): Deeds {
  const desk = useDesk();
  const notify = useNotify();
  const paused = usePaused();
  const claim = useCommand("claim");
  const completion = useCommand("complete");
  const [completing, setCompleting] = useState<JobId | null>(null);
  const file = useWorkflowFile();

  const forget = () => {
    claim.forget();
    completion.forget();
    file.forget();
  };

  const claimNext = () => {
    if (claim.running) return;
    forget();
    claim.run({}, (claimed) => {
      if (claimed === null) {
        notify({ text: paused ? PAUSED : "No job is ready to be claimed.", mark: "news" });
        return;
      }
      desk.open(claimed.id);
      notify({
        text: (
          <>
            Claimed <JobMention id={claimed.id} />, attempt {claimed.attempt}.
          </>
        ),
      });
    });
  };

  const complete = (job: JobView) => {
    if (job.state !== "claimed" || completion.running) return;
    const { id, token } = job;
    forget();
    setCompleting(id);
    completion.run({ id, token }, () =>
      notify({
        text: (
          <>
            Completed <JobMention id={id} />.
          </>
        ),
        link: { label: "Show it", follow: () => desk.open(id) },
      }),
    );
  };

  const read = (source: "file" | "sample") => {
    claim.forget();
    completion.forget();
    file.read(source);
  };

  const elsewhere = claim.refusal ?? file.refusal;
  return {
    claimNext,
    claiming: claim.running,
    complete,
    importFile: () => read("file"),
    loadSample: () => read("sample"),
    reading: file.reading,
    refused: completion.refusal
      ? { refusal: completion.refusal, on: completing }
      : elsewhere && { refusal: elsewhere, on: null },
    forget,
  };
}

/** Lets a person choose a workflow file, one at a time, and asks whether to submit it. */
function useWorkflowFile() {
  const desk = useDesk();
  const underWay = useRef(false);
  const [reading, setReading] = useState(false);
  const [refusal, setRefusal] = useState<Rejection | null>(null);

  const read = async (source: "file" | "sample") => {
    if (underWay.current) return;
    underWay.current = true;
    setReading(true);
    setRefusal(null);
    try {
      const workflow = await ask("readWorkflow", { source });
      if (workflow) desk.ask({ kind: "import", reading: workflow });
    } catch (error) {
      setRefusal(refusalOf(error));
    } finally {
      underWay.current = false;
      setReading(false);
    }
  };

  return {
    read: (source: "file" | "sample") => void read(source),
    reading,
    refusal,
    forget: () => setRefusal(null),
  };
}

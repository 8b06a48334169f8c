/** What can be done from anywhere in the window without a dialog of its own: claim the next job, read a workflow file. */

import { useState } from "react";
import type { Rejection } from "../engine/rejected.ts";
import { ask } from "./api/client.ts";
import { useCommand } from "./api/commands.ts";
import { refusalOf } from "./api/refusal.ts";
import { useDesk } from "./desk.tsx";
import { useNotify } from "./ui/notices.tsx";
import { JobMention } from "./ui/sentence.tsx";

export interface Deeds {
  readonly claimNext: () => void;
  readonly claiming: boolean;
  readonly importFile: () => void;
  readonly loadSample: () => void;
  /** Why the last of them was not done. */
  readonly refusal: Rejection | null;
}

export function useDeeds(): Deeds {
  const desk = useDesk();
  const notify = useNotify();
  const claim = useCommand("claim");
  const [unread, setUnread] = useState<Rejection | null>(null);

  const claimNext = () =>
    claim.run({}, (claimed) => {
      setUnread(null);
      if (claimed === null) {
        notify({ text: "No job is ready to be claimed.", mark: "news" });
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

  const read = async (source: "file" | "sample") => {
    claim.forget();
    try {
      const reading = await ask("readWorkflow", { source });
      setUnread(null);
      if (reading) desk.ask({ kind: "import", reading });
    } catch (error) {
      setUnread(refusalOf(error));
    }
  };

  return {
    claimNext,
    claiming: claim.running,
    importFile: () => void read("file"),
    loadSample: () => void read("sample"),
    refusal: claim.refusal ?? unread,
  };
}

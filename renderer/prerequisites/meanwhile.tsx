/** Says that the job, or what it needs, is not as it was when somebody began to edit it, and offers to go on from there. */

import type { JobId, JobView } from "../../engine/model.ts";
import { Button } from "../ui/button.tsx";
import { Sentence } from "../ui/sentence.tsx";
import { listed } from "../words/parts.ts";
import { stateWords } from "../words/states.ts";

interface MeanwhileProps {
  readonly job: JobView;
  /** What it needs now. */
  readonly now: readonly JobId[];
  /** Whether that has changed, or merely the job. */
  readonly theyChanged: boolean;
  readonly onStartAgain: () => void;
  readonly onGoOn: () => void;
}

export function Meanwhile({ job, now, theyChanged, onStartAgain, onGoOn }: MeanwhileProps) {
  return (
    <div className="meanwhile" role="status">
      {theyChanged ? (
        <>
          <p>
            Somebody changed them meanwhile. It now needs{" "}
            {now.length === 0 ? "nothing" : <Sentence parts={listed(now, now.length, 5)} />}.
          </p>
          <Button onClick={onStartAgain}>Start again from these</Button>
        </>
      ) : (
        <>
          <p>The job has changed meanwhile. It is {stateWords[job.state].toLowerCase()} now.</p>
          <Button onClick={onGoOn}>Go on with this edit</Button>
        </>
      )}
    </div>
  );
}

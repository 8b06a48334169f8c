/** Everything that happened to a job, newest first. */

import type { JobEvent, JobId, Millis } from "../../engine/model.ts";
import { Sentence } from "../ui/sentence.tsx";
import { historyLine } from "../words/history.ts";
import { absolute, agoOf } from "../words/times.ts";

interface HistoryProps {
  readonly id: JobId;
  readonly history: readonly JobEvent[];
  readonly total: number;
  readonly now: Millis;
  readonly atDesk: string | null;
  readonly onOpen: (id: JobId) => void;
}

export function History({ id, history, total, now, atDesk, onOpen }: HistoryProps) {
  return (
    <>
      <ol className="history">
        {history.map((event) => (
          <li key={event.seq} className="history-line">
            <time className="quiet" dateTime={new Date(event.at).toISOString()} title={absolute(event.at)}>
              {agoOf(event.at, now)}
            </time>
            <span className="history-words">
              <Sentence parts={historyLine(event, { id, history, atDesk })} onOpen={onOpen} />
            </span>
          </li>
        ))}
      </ol>
      {total > history.length && (
        <p className="quiet small">
          The latest {history.length} of {total.toLocaleString("en-GB")}.
        </p>
      )}
    </>
  );
}

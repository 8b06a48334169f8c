/** What a job was submitted with, and what an operator has made of that. */

import type { JobView } from "../../engine/model.ts";
import { durationOf } from "../words/times.ts";

export function Facts({ job }: { readonly job: JobView }) {
  return (
    <dl className="facts">
      {job.requires.length > 0 && (
        <>
          <dt>Needs a robot with</dt>
          <Marks words={job.requires} />
        </>
      )}
      {job.priority !== 0 && (
        <>
          <dt>Priority</dt>
          <dd>{job.priority.toLocaleString("en-GB")}</dd>
        </>
      )}
      <dt>Place in the line</dt>
      <dd>{job.position.toLocaleString("en-GB")}</dd>
      <dt>Backoff</dt>
      <dd>{job.backoff === 0 ? "none" : durationOf(job.backoff)}</dd>
      {job.labels.length > 0 && (
        <>
          <dt>Labels</dt>
          <Marks words={job.labels} />
        </>
      )}
    </dl>
  );
}

function Marks({ words }: { readonly words: readonly string[] }) {
  return (
    <dd>
      {words.map((word, index) => (
        <span key={word}>
          <span className="mono">{word}</span>
          {index < words.length - 1 && ", "}
        </span>
      ))}
    </dd>
  );
}

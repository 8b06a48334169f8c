/** A job's id in one line. Ids of one plate begin alike, so a long one is cut in the middle; the whole is on the hover. */

import type { JobId } from "../../engine/model.ts";

const LONG = 20;
const TAIL = 8;

export function JobName({ id }: { readonly id: JobId }) {
  if (id.length <= LONG) {
    return (
      <span className="job-name mono" title={id}>
        {id}
      </span>
    );
  }
  return (
    <span className="job-name mono" title={id}>
      {/* In two pieces it would be read with a gap. */}
      <span className="visually-hidden">{id}</span>
      <span aria-hidden="true">
        <span className="job-name-head">{id.slice(0, -TAIL)}</span>
        {id.slice(-TAIL)}
      </span>
    </span>
  );
}

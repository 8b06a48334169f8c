/** A job's id in one line. Ids of one plate begin alike, so a long one is cut in the middle; the whole is on the hover. */

import type { JobId } from "../../engine/model.ts";

const LONG = 20;
const TAIL = 8;

export function JobName({ id }: { readonly id: JobId }) {
  const cut = id.length > LONG ? id.length - TAIL : id.length;
  return (
    <span className="job-name mono" title={id}>
      <span className="job-name-head">{id.slice(0, cut)}</span>
      <span className="job-name-tail">{id.slice(cut)}</span>
    </span>
  );
}

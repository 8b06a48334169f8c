/** Draws text in parts: jobs as links, or plainly where a link would be in the way; times with the full time on hover. */

import type { JobId } from "../../engine/model.ts";
import { shortId, type Part, type Who } from "../words/parts.ts";
import { absolute } from "../words/times.ts";

interface SentenceProps {
  readonly parts: readonly Part[];
  /** Makes links of the jobs. */
  readonly onOpen?: ((id: JobId) => void) | undefined;
}

export function Sentence({ parts, onOpen }: SentenceProps) {
  return parts.map((part, index) => <PartOf key={index} part={part} onOpen={onOpen} />);
}

function PartOf({ part, onOpen }: { readonly part: Part } & Pick<SentenceProps, "onOpen">) {
  if (typeof part === "string") return part;
  if ("at" in part) {
    return (
      <time dateTime={new Date(part.at).toISOString()} title={absolute(part.at)}>
        {part.text}
      </time>
    );
  }
  if ("who" in part) return <WhoMention {...part} />;
  if ("mark" in part) return <MarkMention mark={part.mark} />;
  return onOpen ? <JobLink id={part.job} onOpen={onOpen} /> : <JobMention id={part.job} />;
}

function WhoMention({ who, person }: Who) {
  return (
    <span className={person ? "name" : "mono name"} title={who}>
      {shortId(who)}
    </span>
  );
}

function MarkMention({ mark }: { readonly mark: string }) {
  return (
    <span className="mono name" title={mark}>
      {shortId(mark)}
    </span>
  );
}

/** A job named in running text. */
export function JobMention({ id }: { readonly id: JobId }) {
  return (
    <span className="mono name" title={id}>
      {shortId(id)}
    </span>
  );
}

export function JobLink({ id, onOpen }: { readonly id: JobId; readonly onOpen: (id: JobId) => void }) {
  return (
    <button type="button" className="link mono name" title={id} onClick={() => onOpen(id)}>
      {shortId(id)}
    </button>
  );
}

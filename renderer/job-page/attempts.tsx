/** What was tried: each attempt with who, when, and how it ended. */

import { Check, Undo2, X } from "lucide-react";
import type { JobEvent, Millis } from "../../engine/model.ts";
import { StateIcon } from "../ui/icons.tsx";
import { attemptsOf, outcomeWords, type Attempt, type Outcome } from "../words/attempts.ts";
import { absolute, elapsedOf, timeOf } from "../words/times.ts";

interface AttemptsProps {
  readonly history: readonly JobEvent[];
  /** How many there were in all. */
  readonly attempts: number;
  readonly now: Millis;
  readonly atDesk: string | null;
}

export function Attempts({ history, attempts, now, atDesk }: AttemptsProps) {
  if (attempts === 0) return <p className="quiet small">Not tried yet.</p>;
  const known = attemptsOf(history);
  return (
    <>
      <ol className="attempts">
        {known.map((attempt) => (
          <AttemptLine key={attempt.attempt} attempt={attempt} now={now} byHand={attempt.who === atDesk} />
        ))}
      </ol>
      {known.length < attempts && (
        <p className="quiet small">
          The latest {known.length} of {attempts.toLocaleString("en-GB")}.
        </p>
      )}
    </>
  );
}

interface AttemptLineProps {
  readonly attempt: Attempt;
  readonly now: Millis;
  readonly byHand: boolean;
}

function AttemptLine({ attempt, now, byHand }: AttemptLineProps) {
  const { from, to, outcome, who } = attempt;
  const span = `${timeOf(from, now)}–${to === null ? "" : timeOf(to, now)}`;
  const words = outcomeWords(attempt);
  return (
    <li className="attempt">
      <span className="quiet">{attempt.attempt.toLocaleString("en-GB")}</span>
      <span className="quiet" title={`${absolute(from)}${to === null ? "" : ` to ${absolute(to)}`}`}>
        {span}
      </span>
      <span className={byHand ? "id" : "mono id"} title={who}>
        {who}
      </span>
      <span className="attempt-outcome id" title={words}>
        <OutcomeIcon outcome={outcome} />
        {words}
      </span>
      <span className="quiet number">{elapsedOf(from, to ?? now)}</span>
    </li>
  );
}

function OutcomeIcon({ outcome }: { readonly outcome: Outcome }) {
  const look = { size: 14, strokeWidth: 2.25 };
  switch (outcome) {
    case "running":
      return <StateIcon state="claimed" />;
    case "completed":
    case "completedByHand":
      return <Check className="attempt-completed" {...look} aria-hidden="true" />;
    case "failed":
    case "expired":
      return <X className="attempt-failed" {...look} aria-label="Failed:" />;
    case "takenBack":
      return <Undo2 className="attempt-ended" {...look} aria-hidden="true" />;
    case "cancelled":
      return <StateIcon state="cancelled" />;
  }
}

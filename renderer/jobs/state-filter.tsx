/** Which states the list shows: one choice, each with its count. */

import type { Counts, JobState } from "../../engine/model.ts";
import type { StateFilter as Filter } from "../api/queries.ts";
import { stateWords } from "../words/states.ts";

/** In the order of a job's life; those that nothing is in yet, and that are rare, come only when needed. */
const ALWAYS: readonly JobState[] = ["blocked", "waiting", "ready", "claimed", "quarantined", "completed"];
const RARE: readonly JobState[] = ["held", "cancelled"];

interface StateFilterProps {
  readonly counts: Counts | undefined;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

export function StateFilter({ counts, filter, onFilter }: StateFilterProps) {
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const states = [...ALWAYS, ...RARE.filter((state) => filter === state || (counts?.[state] ?? 0) > 0)];
  return (
    <div className="state-filter" role="group" aria-label="Show by state">
      <Choice word="All" count={all} chosen={filter === "all"} onChoose={() => onFilter("all")} />
      {states.map((state) => (
        <Choice
          key={state}
          word={stateWords[state]}
          count={counts?.[state]}
          chosen={filter === state}
          onChoose={() => onFilter(state)}
        />
      ))}
    </div>
  );
}

function Choice({
  word,
  count,
  chosen,
  onChoose,
}: {
  readonly word: string;
  readonly count: number | undefined;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  return (
    <button type="button" className="choice" aria-pressed={chosen} onClick={onChoose}>
      {word} <span className="choice-count">{count?.toLocaleString("en-GB")}</span>
    </button>
  );
}

/** The jobs that a search has found, to choose one from; drawn over what lies beneath the search. */

import type { JobId, JobState } from "../../engine/model.ts";
import { stateWords } from "../words/states.ts";
import { StateIcon } from "./icons.tsx";
import { JobName } from "./job-name.tsx";

export interface Suggestion {
  readonly id: JobId;
  readonly state: JobState;
}

interface SuggestionsProps {
  readonly id: string;
  readonly offered: readonly Suggestion[];
  /** The one that the arrows have reached; -1 for none. */
  readonly active: number;
  readonly onChoose: (id: JobId) => void;
}

/** The id of a suggestion's element, for `aria-activedescendant`. */
export const suggestionElementId = (listId: string, index: number): string => `${listId}-${index}`;

const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

export function Suggestions({ id: listId, offered, active, onChoose }: SuggestionsProps) {
  return (
    <ul className="suggestions" id={listId} role="listbox" aria-label="Jobs">
      {offered.map(({ id, state }, index) => (
        <li
          key={id}
          ref={index === active ? intoView : undefined}
          id={suggestionElementId(listId, index)}
          role="option"
          aria-selected={index === active}
          aria-label={id}
          className="suggestion"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(id)}
        >
          <StateIcon state={state} />
          <span className="suggestion-id">
            <JobName id={id} />
          </span>
          <span className="quiet">{stateWords[state]}</span>
        </li>
      ))}
    </ul>
  );
}

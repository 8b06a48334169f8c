/**
 * A set of jobs as removable chips, with a search that adds to it. What is typed but not yet added counts as well
 * (see `picked`): a person who types an id and presses the button means that id.
 */

import { useState, type KeyboardEvent } from "react";
import { X } from "lucide-react";
import type { JobId, JobState } from "../../engine/model.ts";
import { stateWords } from "../words/states.ts";
import { JobName } from "./job-name.tsx";
import { StateIcon } from "./icons.tsx";
import { TextInput, type ControlProps } from "./field.tsx";
import "./chip-picker.css";

export interface Suggestion {
  readonly id: JobId;
  readonly state: JobState;
}

export interface ChipPickerProps {
  readonly control: ControlProps;
  readonly ids: readonly JobId[];
  readonly draft: string;
  readonly suggestions: readonly Suggestion[];
  /** The ids at fault, if any. */
  readonly wrong: readonly JobId[];
  readonly onChange: (ids: readonly JobId[]) => void;
  readonly onDraft: (draft: string) => void;
}

/** The chosen ids, with what is still in the search. */
export function picked(ids: readonly JobId[], draft: string): readonly JobId[] {
  const typed = draft.trim();
  return typed === "" || ids.includes(typed) ? ids : [...ids, typed];
}

export function ChipPicker({ control, ids, draft, suggestions, wrong, onChange, onDraft }: ChipPickerProps) {
  const [active, setActive] = useState(-1);
  const [focused, setFocused] = useState(false);
  const offered = suggestions.filter(({ id }) => !ids.includes(id));
  const open = focused && draft.trim() !== "" && offered.length > 0;
  const listId = `${control.id}-list`;

  const type = (text: string) => {
    onDraft(text);
    setActive(-1);
  };
  const add = (id: string) => {
    onChange(picked(ids, id));
    type("");
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const plainEnter = event.key === "Enter" && !event.ctrlKey && !event.metaKey;
    if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive(
        (index) => (index + step + offered.length + (index < 0 && step < 0 ? 1 : 0)) % offered.length,
      );
    } else if ((plainEnter || event.key === ",") && draft.trim() !== "") {
      add(offered[active]?.id ?? draft);
    } else if (event.key === "Backspace" && draft === "" && ids.length > 0) {
      onChange(ids.slice(0, -1));
    } else if (event.key === "Escape" && draft !== "") {
      type("");
    } else {
      return;
    }
    event.preventDefault();
  };

  return (
    <div className="picker">
      {ids.length > 0 && (
        <ul className="chips" aria-label="Chosen">
          {ids.map((id) => (
            <li key={id} className={`chip${wrong.includes(id) ? " chip-wrong" : ""}`}>
              <JobName id={id} />
              <button
                type="button"
                className="chip-remove"
                aria-label={`Remove ${id}`}
                onClick={() => onChange(ids.filter((other) => other !== id))}
              >
                <X size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        {...control}
        className="mono"
        role="combobox"
        placeholder="Search to add a job"
        value={draft}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      {open && (
        <ul className="suggestions" id={listId} role="listbox" aria-label="Jobs">
          {offered.map(({ id, state }, index) => (
            <li
              key={id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              aria-label={id}
              className="suggestion"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => add(id)}
            >
              <StateIcon state={state} />
              <span className="suggestion-id">
                <JobName id={id} />
              </span>
              <span className="quiet">{stateWords[state]}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

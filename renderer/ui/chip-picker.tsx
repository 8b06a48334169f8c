/**
 * A set of jobs as removable chips, with a search that adds to it. What is typed but not yet added counts as well
 * (see `picked`): a person who types an id and presses the button means that id.
 */

import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { X } from "lucide-react";
import type { JobId } from "../../engine/model.ts";
import { JobName } from "./job-name.tsx";
import { TextInput, type ControlProps } from "./field.tsx";
import { meant, pastedIds, withIds } from "./picked.ts";
import { suggestionElementId, Suggestions, type Suggestion } from "./suggestions.tsx";
import "./chip-picker.css";

export interface ChipPickerProps {
  readonly control: ControlProps;
  readonly ids: readonly JobId[];
  readonly draft: string;
  readonly suggestions: readonly Suggestion[];
  /** The suggestions answer to what is typed, and there are no others. */
  readonly complete: boolean;
  /** The ids at fault, if any. */
  readonly wrong: readonly JobId[];
  /** The dialog opens with the focus here. */
  readonly first?: boolean;
  readonly onChange: (ids: readonly JobId[]) => void;
  readonly onDraft: (draft: string) => void;
}

export function ChipPicker(props: ChipPickerProps) {
  const { control, ids, draft, suggestions, complete, wrong, first = false, onChange, onDraft } = props;
  const input = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState(-1);
  const [focused, setFocused] = useState(false);
  const offered = suggestions.filter(({ id }) => !ids.includes(id));
  const open = focused && draft.trim() !== "" && offered.length > 0;
  const listId = `${control.id}-list`;

  const type = (text: string) => {
    onDraft(text);
    setActive(-1);
  };
  const add = (...more: readonly JobId[]) => {
    onChange(withIds(ids, more));
    type("");
  };
  const remove = (id: JobId) => {
    onChange(ids.filter((other) => other !== id));
    // The button that had the focus is gone.
    input.current?.focus();
  };

  const onPaste = (event: ClipboardEvent) => {
    const pasted = pastedIds(event.clipboardData.getData("text"));
    if (!pasted) return;
    event.preventDefault();
    add(...pasted);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const plainEnter = event.key === "Enter" && !event.ctrlKey && !event.metaKey;
    if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive(
        (index) => (index + step + offered.length + (index < 0 && step < 0 ? 1 : 0)) % offered.length,
      );
    } else if (plainEnter && draft.trim() !== "") {
      const found = complete ? suggestions.map(({ id }) => id) : null;
      add(offered[active]?.id ?? meant(draft, found));
    } else if (event.key === "Backspace" && draft === "" && ids.length > 0 && !event.repeat) {
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
                className="bare-button chip-remove"
                aria-label={`Remove ${id}`}
                onClick={() => remove(id)}
              >
                <X size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        {...control}
        ref={input}
        data-first={first || undefined}
        className="mono picker-input"
        role="combobox"
        placeholder="Search to add a job"
        value={draft}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? suggestionElementId(listId, active) : undefined}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      {open && <Suggestions id={listId} offered={offered} active={active} onChoose={add} />}
    </div>
  );
}

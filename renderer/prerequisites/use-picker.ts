/** The state of a chip picker for prerequisites: what is chosen, what is typed, and which jobs there are to choose. */

import { useDeferredValue, useState } from "react";
import type { JobId } from "../../engine/model.ts";
import type { Rejection } from "../../engine/rejected.ts";
import { useSuggestions } from "../api/queries.ts";
import type { ChipPickerProps } from "../ui/chip-picker.tsx";
import { picked } from "../ui/picked.ts";

export interface Picker {
  /** What a submit would take: the chips, and what is typed. */
  readonly ids: readonly JobId[];
  /** Gives these ids, and makes a chip of what is typed. */
  readonly take: () => JobId[];
  readonly set: (ids: readonly JobId[]) => void;
  readonly props: Omit<ChipPickerProps, "control">;
}

/** `not`: the job that can't be chosen, as it is the one that needs. */
export function usePicker(initial: readonly JobId[], not: JobId, refusal: Rejection | null): Picker {
  const [chips, setChips] = useState(initial);
  const [draft, setDraft] = useState("");
  const sought = useDeferredValue(draft.trim());
  const found = useSuggestions(sought);
  const ids = picked(chips, draft);
  const set = (chosen: readonly JobId[]) => {
    setChips(chosen);
    setDraft("");
  };
  return {
    ids,
    take: () => {
      set(ids);
      return [...ids];
    },
    set,
    props: {
      ids: chips,
      draft,
      suggestions: (found.data?.jobs ?? []).filter(({ id }) => id !== not),
      complete: !found.isPlaceholderData && found.data?.next === null && sought === draft.trim(),
      wrong: refusal?.code === "CYCLE" ? [] : (refusal?.ids ?? []),
      onChange: setChips,
      onDraft: setDraft,
    },
  };
}

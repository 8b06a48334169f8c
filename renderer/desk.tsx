/**
 * What lies on the operator's desk: the screen, the job selected on it, whether its page is open beside the list,
 * the filters, and the dialog that is being asked. One job is selected at a time; keys and page speak of the same one.
 */

import { createContext, use, useMemo, useState, type ReactNode } from "react";
import type { JobId } from "../engine/model.ts";
import type { WorkflowReading } from "../electron/api/contract.ts";
import type { StateFilter } from "./api/queries.ts";

export type Screen = "jobs" | "quarantine";

export type Dialog =
  | { readonly kind: "new-job" | "shortcuts" }
  | { readonly kind: "report-failure" | "redrive" | "prerequisites"; readonly id: JobId }
  | { readonly kind: "import"; readonly reading: WorkflowReading };

export interface Desk {
  readonly screen: Screen;
  readonly selected: JobId | null;
  readonly pageOpen: boolean;
  readonly filter: StateFilter;
  readonly search: string;
  readonly dialog: Dialog | null;
  readonly go: (screen: Screen) => void;
  /** Selects a job; its page follows if it is open. */
  readonly select: (id: JobId) => void;
  /** Selects a job and opens its page. */
  readonly open: (id: JobId) => void;
  readonly closePage: () => void;
  readonly setFilter: (filter: StateFilter) => void;
  /** Shows the jobs whose id holds `text`. */
  readonly setSearch: (text: string) => void;
  readonly ask: (dialog: Dialog) => void;
  readonly closeDialog: () => void;
}

const DeskContext = createContext<Desk | null>(null);

export function DeskProvider({ children }: { readonly children: ReactNode }) {
  const [screen, setScreen] = useState<Screen>("jobs");
  const [selected, setSelected] = useState<JobId | null>(null);
  const [pageOpen, setPageOpen] = useState(false);
  const [filter, setFilter] = useState<StateFilter>("all");
  const [search, setSearch] = useState("");
  const [dialog, setDialog] = useState<Dialog | null>(null);

  const desk = useMemo<Desk>(
    () => ({
      screen,
      selected,
      pageOpen,
      filter,
      search,
      dialog,
      go: setScreen,
      select: setSelected,
      open: (id) => {
        setSelected(id);
        setPageOpen(true);
      },
      closePage: () => setPageOpen(false),
      setFilter,
      setSearch: (text) => {
        setScreen("jobs");
        setSearch(text);
      },
      ask: setDialog,
      closeDialog: () => setDialog(null),
    }),
    [screen, selected, pageOpen, filter, search, dialog],
  );

  return <DeskContext value={desk}>{children}</DeskContext>;
}

export function useDesk(): Desk {
  const desk = use(DeskContext);
  if (!desk) throw new Error("useDesk needs a DeskProvider above it");
  return desk;
}

/** The top bar: the dispatcher's state, search, the clock, and who is at the desk. */

import { ChevronsRight, Pause, Search, TriangleAlert } from "lucide-react";
import type { Ref } from "react";
import type { Status } from "../../electron/api/contract.ts";
import { clockOf, dateOf } from "../words/times.ts";
import { useNow } from "../ui/now.ts";
import { Mark } from "./mark.tsx";
import "./top-bar.css";

interface TopBarProps {
  readonly status: Status | undefined;
  readonly answering: boolean;
  readonly search: string;
  readonly searchRef: Ref<HTMLInputElement>;
  readonly onSearch: (text: string) => void;
  /** The person has found it, or given up. */
  readonly onSearched: () => void;
}

export function TopBar({ status, answering, search, searchRef, onSearch, onSearched }: TopBarProps) {
  return (
    <header className="top-bar">
      <div className="product">
        <Mark />
        Lab Dispatcher
      </div>
      <DispatcherState status={status} answering={answering} />
      <div className="search" role="search">
        <Search size={16} aria-hidden="true" />
        <input
          ref={searchRef}
          className="search-input"
          type="search"
          aria-label="Search jobs"
          placeholder="Job id"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") onSearched();
            if (event.key !== "Escape") return;
            event.preventDefault();
            if (search === "") onSearched();
            else onSearch("");
          }}
        />
        {search === "" && <kbd aria-hidden="true">Ctrl K</kbd>}
      </div>
      <Clock />
      {status && (
        <div className="actor" title={`Recorded as ${status.actor}`}>
          <span className="actor-initials" aria-hidden="true">
            {initials(status.actor)}
          </span>
          <span className="actor-name id">{status.actor}</span>
        </div>
      )}
    </header>
  );
}

function DispatcherState({ status, answering }: Pick<TopBarProps, "status" | "answering">) {
  if (!answering) return <Trouble what="No answer" meaning="what is shown may be old" />;
  if (!status) return <div className="dispatcher" />;
  if (status.trouble !== null) return <Trouble what="Storage trouble" meaning="nothing is handed out" />;
  const { claimed, ready } = status.counts;
  return (
    <div className="dispatcher" role="status">
      {status.paused ? (
        <Pause size={18} strokeWidth={1} fill="currentColor" aria-hidden="true" />
      ) : (
        <ChevronsRight size={18} aria-hidden="true" />
      )}
      <strong>{status.paused ? "Paused" : "Running"}</strong>
      <span className="quiet">
        {claimed.toLocaleString("en-GB")} claimed, {ready.toLocaleString("en-GB")} ready
      </span>
    </div>
  );
}

function Trouble({ what, meaning }: { readonly what: string; readonly meaning: string }) {
  return (
    <div className="dispatcher dispatcher-trouble" role="status">
      <TriangleAlert size={16} aria-hidden="true" />
      <strong>{what}</strong>
      <span className="quiet">{meaning}</span>
    </div>
  );
}

function Clock() {
  const now = useNow();
  return (
    <div className="clock">
      <span className="clock-date">{dateOf(now)}</span>
      <time className="clock-time">{clockOf(now)}</time>
    </div>
  );
}

function initials(name: string): string {
  const [first = "", second = ""] = name.split(/[\s._-]+/).filter(Boolean);
  return (first.charAt(0) + second.charAt(0)).toUpperCase();
}

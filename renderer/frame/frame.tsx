/** The frame around every screen: rail, top bar, and a banner if nothing can be stored. */

import type { ReactNode, Ref } from "react";
import { TriangleAlert } from "lucide-react";
import type { Status } from "../../electron/api/contract.ts";
import type { Screen } from "../desk.tsx";
import { Rail } from "./rail.tsx";
import { TopBar } from "./top-bar.tsx";
import "./frame.css";

interface FrameProps {
  readonly status: Status | undefined;
  /** Whether the dispatcher answered when it was last asked. */
  readonly answering: boolean;
  readonly screen: Screen;
  readonly search: string;
  readonly searchRef: Ref<HTMLInputElement>;
  readonly onGo: (screen: Screen) => void;
  readonly onSearch: (text: string) => void;
  readonly onSearched: () => void;
  readonly onShortcuts: () => void;
  readonly children: ReactNode;
}

export function Frame(props: FrameProps) {
  const { status, answering, screen, search, searchRef, onGo, onSearch, onSearched, onShortcuts, children } =
    props;
  return (
    <div className="frame">
      <TopBar
        status={status}
        answering={answering}
        search={search}
        searchRef={searchRef}
        onSearch={onSearch}
        onSearched={onSearched}
      />
      <Rail counts={status?.counts} screen={screen} onGo={onGo} onShortcuts={onShortcuts} />
      <main className="frame-main">
        {status !== undefined && status.trouble !== null && (
          <div className="trouble" role="alert">
            <TriangleAlert size={16} aria-hidden="true" />
            <p>
              <strong>Nothing can be stored.</strong> {status.trouble} Nothing is handed out until that is
              mended.
            </p>
          </div>
        )}
        <div className="frame-screen">{children}</div>
      </main>
    </div>
  );
}

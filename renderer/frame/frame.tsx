/** The frame around every screen: rail, top bar, banners of what is wrong or was, and what was refused of late. */

import type { ReactNode, Ref } from "react";
import type { Status } from "../../electron/api/contract.ts";
import type { Rejection } from "../../engine/rejected.ts";
import type { Screen } from "../desk.tsx";
import { RefusalNote } from "../ui/refusal-note.tsx";
import { Banners } from "./banners.tsx";
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
  /** Why the last thing that was asked for outside of a page or dialog was not done. */
  readonly refusal: Rejection | null;
  readonly onForget: () => void;
  readonly children: ReactNode;
}

export function Frame(props: FrameProps) {
  const { status, answering, screen, search, searchRef, refusal, children } = props;
  const { onGo, onSearch, onSearched, onShortcuts, onForget } = props;
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
      <main className="frame-main" tabIndex={-1}>
        {status && <Banners status={status} />}
        {refusal && (
          <div className="frame-refusal">
            <RefusalNote refusal={refusal} onDismiss={onForget} />
          </div>
        )}
        <div className="frame-screen">{children}</div>
      </main>
    </div>
  );
}

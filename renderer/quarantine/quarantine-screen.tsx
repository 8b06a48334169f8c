/** The Quarantine screen: fetches what isn't handed out any more, and draws it by the jobs that failed themselves. */

import { useMemo, useState } from "react";
import type { JobId } from "../../engine/model.ts";
import { refusalOf } from "../api/refusal.ts";
import { useAtDesk, useQuarantine } from "../api/queries.ts";
import { useDesk } from "../desk.tsx";
import { useNow } from "../ui/now.ts";
import { Failed, Loading, Nothing } from "../ui/nothing.tsx";
import { usePointed } from "../ui/use-pointed.ts";
import { QuarantineTree } from "./quarantine-tree.tsx";
import { useStillRows } from "./still-rows.ts";
import { treeRows } from "./tree-rows.ts";
import "./quarantine.css";

export function QuarantineScreen({ onEnterPage }: { readonly onEnterPage: () => void }) {
  const desk = useDesk();
  const now = useNow();
  const atDesk = useAtDesk();
  const quarantine = useQuarantine();
  const [toggled, setToggled] = useState<ReadonlyMap<JobId, boolean>>(new Map());
  const view = quarantine.data;
  const fresh = useMemo(() => (view ? treeRows(view, toggled) : []), [view, toggled]);
  const [pointed, setPointed] = usePointed();
  const rows = useStillRows(fresh, toggled, pointed);

  const body = () => {
    if (quarantine.isPending) return <Loading what="the quarantine" />;
    if (!view) {
      return (
        <Failed
          what="The quarantine"
          reason={refusalOf(quarantine.error)?.message ?? ""}
          onRetry={() => void quarantine.refetch()}
        />
      );
    }
    if (rows.length === 0) {
      return (
        <Nothing title="Nothing in quarantine" mark="done">
          <p>Jobs that fail too often come here, and so do the jobs that need them.</p>
          <button type="button" className="link" onClick={() => desk.go("jobs")}>
            Go to the jobs
          </button>
        </Nothing>
      );
    }
    return (
      <QuarantineTree
        rows={rows}
        failedItself={view.entriesTotal}
        now={now}
        atDesk={atDesk}
        selected={desk.selected}
        pageOpen={desk.pageOpen}
        onSelect={desk.select}
        onOpen={desk.open}
        onEnterPage={onEnterPage}
        onPointer={setPointed}
        onToggle={(id, open) => setToggled((before) => new Map(before).set(id, open))}
        onRedrive={(id) => {
          desk.select(id);
          desk.ask({ kind: "redrive", id });
        }}
      />
    );
  };

  return (
    <section className="screen" aria-label="Quarantine">
      <header className="screen-head">
        <h1>Quarantine</h1>
      </header>
      <p className="screen-line">
        Jobs that are not handed out any more: they failed too often, or need one that did. Not about
        contaminated stock.
      </p>
      {body()}
      {view && view.entriesTotal > view.entries.length && (
        <footer className="screen-foot">
          The first {view.entries.length.toLocaleString("en-GB")} of{" "}
          {view.entriesTotal.toLocaleString("en-GB")} that failed themselves
        </footer>
      )}
    </section>
  );
}

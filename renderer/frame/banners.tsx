/** Banners above every screen: what is wrong stays until it is mended; what was wrong, until it is dismissed. */

import type { ReactNode } from "react";
import { Info, TriangleAlert, X } from "lucide-react";
import type { Status } from "../../electron/api/contract.ts";
import { Button } from "../ui/button.tsx";
import { useNow } from "../ui/now.ts";
import { timeOf } from "../words/times.ts";
import { useDismissed } from "./dismissed.ts";
import { keyOf, toldOf } from "./told.ts";
import "./banners.css";

export function Banners({ status }: { readonly status: Status }) {
  const { trouble, damage } = status;
  return (
    <>
      {trouble !== null && (
        <Alarm>
          <strong>{trouble}</strong> Nothing is handed out until that is mended.
        </Alarm>
      )}
      {damage !== null && (
        <Alarm>
          <strong>{damage}</strong>
        </Alarm>
      )}
      {(status.loss !== null || status.notices.length > 0) && <Quiet status={status} />}
    </>
  );
}

function Alarm({ children }: { readonly children: ReactNode }) {
  return (
    <div className="banner banner-alarm" role="alert">
      <TriangleAlert size={16} aria-hidden="true" />
      <p>{children}</p>
    </div>
  );
}

function Quiet({ status }: { readonly status: Status }) {
  const now = useNow();
  const [dismissed, dismiss] = useDismissed();
  const { loss, notices, more, keys } = toldOf(status, dismissed, now);
  return (
    <>
      {loss !== null && (
        <Dismissable what="Lost answers" onDismiss={() => dismiss([loss])}>
          <p>{loss}</p>
        </Dismissable>
      )}
      {notices.length > 0 && (
        <Dismissable what="Notices" onDismiss={() => dismiss(keys)}>
          <ul className="banner-notices">
            {notices.map((notice) => (
              <li key={keyOf(notice)}>
                <time className="quiet">{timeOf(notice.at, now)}</time> {notice.text}
              </li>
            ))}
            {more > 0 && <li className="quiet">{more} earlier</li>}
          </ul>
        </Dismissable>
      )}
    </>
  );
}

interface DismissableProps {
  readonly what: string;
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

function Dismissable({ what, onDismiss, children }: DismissableProps) {
  return (
    <div className="banner" role="status" aria-label={what}>
      <Info size={16} aria-hidden="true" />
      <div className="banner-words">{children}</div>
      <Button look="quiet" aria-label={`Dismiss ${what.toLowerCase()}`} onClick={onDismiss}>
        <X size={16} aria-hidden="true" />
      </Button>
    </div>
  );
}

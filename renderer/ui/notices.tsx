/** News at the foot of the window: what was done, with a link to it. One at a time per deed; gone after a while, unless looked at. */

import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { Check, Info, X } from "lucide-react";
import { Button } from "./button.tsx";
import "./notices.css";

export interface Notice {
  readonly text: ReactNode;
  /** A tick for what was done (the default), or none for mere news. */
  readonly mark?: "done" | "news";
  readonly link?: { readonly label: string; readonly follow: () => void };
}

type Shown = Notice & { readonly key: number };

const LIFE = 6000;
const MOST = 2;

const NotifyContext = createContext<(notice: Notice) => void>(() => undefined);

/** Says what was done. */
export function useNotify(): (notice: Notice) => void {
  return use(NotifyContext);
}

export function NoticesProvider({ children }: { readonly children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Shown[]>([]);

  const notify = useCallback((notice: Notice) => {
    setNotices((shown) => [...shown, { ...notice, key: (shown.at(-1)?.key ?? 0) + 1 }].slice(-MOST));
  }, []);
  const drop = useCallback((key: number) => {
    setNotices((shown) => shown.filter((notice) => notice.key !== key));
  }, []);

  const region = useMemo(
    () => (
      <section className="notices" aria-label="News" aria-live="polite">
        {notices.map((notice) => (
          <NoticeCard key={notice.key} notice={notice} onDrop={() => drop(notice.key)} />
        ))}
      </section>
    ),
    [notices, drop],
  );

  return (
    <NotifyContext value={notify}>
      {children}
      {region}
    </NotifyContext>
  );
}

function NoticeCard({ notice, onDrop }: { readonly notice: Notice; readonly onDrop: () => void }) {
  const [looked, setLooked] = useState(false);

  useEffect(() => {
    if (looked) return;
    const timer = setTimeout(onDrop, LIFE);
    return () => clearTimeout(timer);
  }, [looked, onDrop]);

  return (
    <div
      className={notice.mark === "news" ? "notice notice-news" : "notice"}
      onPointerEnter={() => setLooked(true)}
      onPointerLeave={() => setLooked(false)}
      onFocus={() => setLooked(true)}
      onBlur={() => setLooked(false)}
    >
      {notice.mark === "news" ? (
        <Info size={16} aria-hidden="true" />
      ) : (
        <Check size={16} strokeWidth={2.25} aria-hidden="true" />
      )}
      <p className="notice-text">
        {notice.text}{" "}
        {notice.link && (
          <button
            type="button"
            className="link"
            onClick={() => {
              notice.link?.follow();
              onDrop();
            }}
          >
            {notice.link.label}
          </button>
        )}
      </p>
      <Button look="quiet" aria-label="Dismiss" onClick={onDrop}>
        <X size={16} aria-hidden="true" />
      </Button>
    </div>
  );
}

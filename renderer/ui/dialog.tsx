/**
 * A modal dialog on the browser's own <dialog>: it keeps the focus inside, makes the rest inert, closes on Esc, and
 * gives the focus back. The first focus goes to what carries `data-first`.
 */

import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { X } from "lucide-react";
import { Button } from "./button.tsx";
import "./dialog.css";

interface DialogProps {
  readonly title: ReactNode;
  /** One line under the title: what is about to change. */
  readonly lead?: ReactNode;
  readonly wide?: boolean;
  /** A command is under way: the dialog stays until there is an answer, so that nobody misses it. */
  readonly busy?: boolean;
  readonly onClose: () => void;
  /** What the primary action in the foot does; Ctrl+Enter presses it from anywhere inside. */
  readonly onSubmit?: () => void;
  readonly foot: ReactNode;
  readonly children: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { title, lead, wide = false, busy = false, onClose, onSubmit, foot, children } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => dialog?.close();
  }, []);

  const close = () => {
    if (!busy) onClose();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const command = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && command && !event.repeat) {
      ref.current?.querySelector<HTMLElement>("[type=submit]")?.click();
    }
    // A key held down is one press, and while it is busy Esc must not reach the browser: its second one closes anyway.
    const held = event.key === "Enter" && event.repeat;
    if (held || (event.key === "Enter" && command) || (event.key === "Escape" && busy))
      event.preventDefault();
  };

  return (
    <dialog
      ref={ref}
      className={`dialog${wide ? " dialog-wide" : ""}`}
      aria-labelledby={titleId}
      aria-busy={busy}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={() => {
        if (!ref.current?.open) onClose();
      }}
      onKeyDown={onKeyDown}
    >
      <form
        className="dialog-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        <header className="dialog-head">
          <h2 id={titleId} className="dialog-title">
            {title}
          </h2>
          {lead !== undefined && <p className="dialog-lead">{lead}</p>}
          <Button
            look="quiet"
            className="dialog-close"
            aria-label="Close"
            title="Close (Esc)"
            off={busy ? UNDER_WAY : null}
            onClick={close}
          >
            <X size={16} aria-hidden="true" />
          </Button>
        </header>
        <div className="dialog-body">{children}</div>
        <footer className="dialog-foot">{foot}</footer>
      </form>
    </dialog>
  );
}

const UNDER_WAY = "Wait for the answer.";

interface FootProps {
  readonly action: string;
  readonly running: boolean;
  /** Why the action can't be taken now; the dialog says so in its body. */
  readonly off?: string | null;
  /** The dialog opens with the focus on the action. */
  readonly first?: boolean;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** The usual foot: Back, and the one primary action. */
export function DialogFoot({ action, running, off = null, first = false, onClose, children }: FootProps) {
  return (
    <>
      <div className="dialog-foot-note">{children}</div>
      <Button off={running ? UNDER_WAY : null} onClick={onClose}>
        Back
      </Button>
      <Button look="primary" type="submit" aria-busy={running} off={off} data-first={first || undefined}>
        {action}
        <span className="button-key" aria-hidden="true">
          Ctrl Enter
        </span>
      </Button>
    </>
  );
}

/** The foot of a dialog that nothing can be done in. */
export function ClosingFoot({
  label,
  onClose,
  children,
}: {
  readonly label: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  return (
    <>
      <div className="dialog-foot-note">{children}</div>
      <Button data-first onClick={onClose}>
        {label}
      </Button>
    </>
  );
}

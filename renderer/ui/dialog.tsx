/**
 * A modal dialog on the browser's own <dialog>: it keeps the focus inside, makes the rest inert, closes on Esc, and
 * gives the focus back. The first focus goes to what carries `data-first`.
 */

import { useId, useLayoutEffect, useRef, type SubmitEvent, type ReactNode } from "react";
import { X } from "lucide-react";
import { Button } from "./button.tsx";
import "./dialog.css";

interface DialogProps {
  readonly title: ReactNode;
  /** One line under the title: what is about to change. */
  readonly lead?: ReactNode;
  readonly wide?: boolean;
  readonly onClose: () => void;
  /** Makes it a form. Ctrl+Enter submits it from anywhere inside. */
  readonly onSubmit?: () => void;
  readonly foot: ReactNode;
  readonly children: ReactNode;
}

export function Dialog({ title, lead, wide = false, onClose, onSubmit, foot, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => dialog?.close();
  }, []);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit?.();
  };

  return (
    <dialog
      ref={ref}
      className={`dialog${wide ? " dialog-wide" : ""}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (!ref.current?.open) onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSubmit?.();
      }}
    >
      <form className="dialog-form" onSubmit={submit} noValidate>
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
            onClick={onClose}
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

interface FootProps {
  readonly action: string;
  readonly running: boolean;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** The usual foot: Back, and the one primary action. */
export function DialogFoot({ action, running, onClose, children }: FootProps) {
  return (
    <>
      <div className="dialog-foot-note">{children}</div>
      <Button onClick={onClose}>Back</Button>
      <Button look="primary" type="submit" aria-busy={running}>
        {action}
        <span className="button-key" aria-hidden="true">
          Ctrl Enter
        </span>
      </Button>
    </>
  );
}

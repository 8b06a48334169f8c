/** The states in which a screen has nothing to list: empty, loading, failed. */

import { useEffect, useState, type ReactNode } from "react";
import { Check, TriangleAlert } from "lucide-react";
import { Button } from "./button.tsx";
import "./nothing.css";

interface NothingProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly mark?: "done" | "trouble";
}

/** Why there is nothing, and one next step. */
export function Nothing({ title, children, mark }: NothingProps) {
  return (
    <div className="nothing">
      {mark === "done" && <Check className="nothing-done" size={20} strokeWidth={2.25} aria-hidden="true" />}
      {mark === "trouble" && <TriangleAlert className="nothing-trouble" size={20} aria-hidden="true" />}
      <h2 className="nothing-title">{title}</h2>
      {children}
    </div>
  );
}

/** `what` names what can't be read: "The job list". */
export function Failed({
  what,
  reason,
  onRetry,
}: {
  readonly what: string;
  readonly reason: string;
  readonly onRetry: () => void;
}) {
  return (
    <div role="alert">
      <Nothing title={`${what} can’t be read`} mark="trouble">
        <p>{reason} Robots keep what they have claimed.</p>
        <Button onClick={onRetry}>Try again</Button>
      </Nothing>
    </div>
  );
}

const WIDTHS = [52, 38, 60, 44, 56, 34, 48, 40];

/** Grey bars in the shape of the rows to come; only when it takes longer than a moment. */
export function Loading({ what }: { readonly what: string }) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 200);
    return () => clearTimeout(timer);
  }, []);
  if (!long) return null;
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">Loading {what}</span>
      {WIDTHS.map((width, index) => (
        <div key={index} className="loading-row">
          <span className="loading-bar" style={{ width: 96 }} />
          <span className="loading-bar" style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}

/** Buttons: one primary in a region, secondary for the rest; quiet for icons. One that is off says why beside it. */

import type { ComponentProps } from "react";
import "./button.css";

interface ButtonProps extends ComponentProps<"button"> {
  readonly look?: "primary" | "secondary" | "quiet";
}

export function Button({ look = "secondary", className = "", type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={`button button-${look} ${className}`} {...rest} />;
}

interface OffButtonProps {
  readonly children: string;
  /** Why it can't be used now: read out with it; whoever uses this shows it beside the button. */
  readonly reason: string;
}

/** An action that the state doesn't allow. It stays focusable, so that its reason can be heard. */
export function OffButton({ children, reason }: OffButtonProps) {
  return (
    <button type="button" className="button" aria-disabled="true" aria-description={reason} title={reason}>
      {children}
    </button>
  );
}

/**
 * Buttons: one primary in a region, secondary for the rest; quiet for icons. One that is off stays focusable, so that
 * its reason can be heard. A double click and a key held down are one press.
 */

import type { ComponentProps } from "react";
import "./button.css";

interface ButtonProps extends Omit<ComponentProps<"button">, "onKeyDown"> {
  readonly look?: "primary" | "secondary" | "quiet";
  /** Why it can't be used now: read out with it; whoever uses this shows it beside the button. */
  readonly off?: string | null;
}

export function Button(props: ButtonProps) {
  const { look = "secondary", className = "", type = "button", off = null, onClick, ...rest } = props;
  const reason = off === null ? {} : { "aria-disabled": true, "aria-description": off, title: off };
  return (
    <button
      {...rest}
      {...reason}
      type={type}
      className={`button button-${look} ${className}`}
      onClick={(event) => {
        if (off !== null || event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
      onKeyDown={(event) => {
        if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
      }}
    />
  );
}

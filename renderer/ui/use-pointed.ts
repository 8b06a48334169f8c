/** Whether somebody points at a list, which has to keep still then. */

import { useCallback, useEffect, useRef, useState } from "react";

/** A pointer that has not moved for so long is parked, and nobody is about to click. */
const PARKED = 10_000;

/** Whether somebody points at the list, and how to say so. */
export function usePointed(): readonly [pointed: boolean, point: (inside: boolean) => void] {
  const [pointed, setPointed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const point = useCallback((inside: boolean) => {
    clearTimeout(timer.current);
    if (inside) timer.current = setTimeout(() => setPointed(false), PARKED);
    setPointed(inside);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  return [pointed, point];
}

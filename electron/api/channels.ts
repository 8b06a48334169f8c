/** The three channels between main process and window; what goes over them stands in `contract.ts`. */

/** Window to main: the name of a call and its request; answered with an `Answer`. */
export const CALL = "lab:call";
/** Main to window: something was committed. */
export const CHANGED = "lab:changed";
/** Main to window: a `MenuCommand`. */
export const MENU = "lab:menu";

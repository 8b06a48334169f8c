/** The parts of the bench, by the names under which one can be asked for. */

export const PARTS = ["mixed", "calls", "memory", "edits", "durable"] as const;

export type Part = (typeof PARTS)[number];

/** How a part is run. */
export interface PartOptions {
  /** Larger sizes as well, which take minutes. */
  readonly long: boolean;
}

export const isPart = (name: string): name is Part => (PARTS as readonly string[]).includes(name);

/** The parts of the bench, by the names under which one can be asked for. */

export const PARTS = ["mixed", "calls", "memory", "edits"] as const;

export type Part = (typeof PARTS)[number];

export const isPart = (name: string): name is Part => (PARTS as readonly string[]).includes(name);

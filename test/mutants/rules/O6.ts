import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "It tells what a blocked job waits for.",
    file: "engine/explain.ts",
    find: ".filter(isUnmet)",
    replace: ".filter((needed) => !isUnmet(needed))",
  },
  {
    breaks: "It tells until when a job waits.",
    file: "engine/explain.ts",
    find: '{ until: eligibleAt, by: "running" }',
    replace: '{ until: lab.clock, by: "running" }',
  },
  {
    breaks: "It tells who holds a job and why.",
    file: "engine/explain.ts",
    find: "hold: job.hold ?? { by: null, reason: null }",
    replace: "hold: { by: null, reason: null }",
  },
  {
    breaks: "It tells which root keeps a job in quarantine.",
    file: "engine/explain.ts",
    find: "const causes = causesOf(job).map(",
    replace: "const causes = [job].map(",
  },
  {
    breaks: "It tells which capability no station offers.",
    file: "engine/explain.ts",
    find: "requires.filter((name) => !offered.has(name))",
    replace: "requires.filter((name) => offered.has(name))",
  },
  {
    breaks: "It tells that the dispatcher is paused.",
    file: "engine/explain.ts",
    find: "paused: lab.paused,",
    replace: "paused: false,",
  },
  {
    breaks: "It tells whether it is the next one.",
    file: "engine/explain.ts",
    find: "const isNext = lab.line.firstFor(undefined, station) === job;",
    replace: "const isNext = true;",
  },
  {
    breaks: "It tells how a job was completed.",
    file: "engine/explain.ts",
    find: "return { state, byHand: job.byHand };",
    replace: "return { state, byHand: false };",
  },
  {
    breaks: "It tells until when a robot has it.",
    file: "engine/explain.ts",
    find: "job.deadline === NEVER ? null : job.deadline",
    replace: "null",
  },
];

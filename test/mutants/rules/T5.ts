import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "An earliest start counts on the wall clock.",
    file: "engine/dispatcher.ts",
    find: "this.#wallClock?.() ?? now",
    replace: "now",
  },
  {
    breaks: "What was reached is dropped.",
    file: "engine/evolve.ts",
    find: "job.notBefore = 0;",
    replace: "",
  },
  {
    breaks: "A jump of the wall clock is written down and told.",
    file: "engine/durable/actor.ts",
    find: "this.#clock.onJump((by) => this.#noteJump(by));",
    replace: "",
  },
  {
    breaks: "A jump back between two runs is noticed.",
    file: "engine/durable/actor.ts",
    find: "if (back <= -SMALLEST_JUMP) this.#noteJump(back);",
    replace: "",
  },
  {
    breaks: "The timer waits for the next earliest start.",
    file: "engine/durable/actor.ts",
    find: "this.#clock.wakeAt({ running, wall }, () => {",
    replace: "this.#clock.wakeAt({ running, wall: undefined }, () => {",
  },
];

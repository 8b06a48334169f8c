import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "Tokens go on in an epoch of their own.",
    file: "engine/durable/sqlite/care/new-life.ts",
    find: "{ ...stored, edges, lastToken },",
    replace: "{ ...stored, edges },",
  },
  {
    breaks: "The epoch is beyond that of the backup.",
    file: "engine/durable/epoch.ts",
    find: "(Math.floor(token / TOKENS_IN_EPOCH) + 1) * TOKENS_IN_EPOCH",
    replace: "Math.floor(token / TOKENS_IN_EPOCH) * TOKENS_IN_EPOCH",
  },
  {
    breaks: "The epoch is beyond that of what was replaced.",
    file: "engine/durable/sqlite/care/new-life.ts",
    find: "epochAfter(Math.max(token, lastToken))",
    replace: "epochAfter(token)",
  },
  {
    breaks: "Two restores of one backup differ where what was replaced can't be read.",
    file: "engine/durable/epoch.ts",
    find: "Math.max(epochAfter(token), Math.floor((wall - BEGIN) / STEP) * TOKENS_IN_EPOCH)",
    replace: "epochAfter(token) + 0 * wall",
  },
  {
    breaks: "The lab is paused.",
    file: "engine/durable/sqlite/care/new-life.ts",
    find: "    lab.pause(stored.clock, { actor, reason: `Restored from ${basename(backup)}.` });\n",
    replace: "",
  },
  {
    breaks: "What was claimed is held.",
    file: "engine/durable/sqlite/care/new-life.ts",
    find: "    this.#holdAll(lab, able.claimed);\n",
    replace: "    this.#holdAll(lab, []);\n",
  },
  {
    breaks: "Claims are taken back.",
    file: "engine/durable/sqlite/care/new-life.ts",
    find: 'if (job.phase === "claimed") {',
    replace: 'if (job.phase === "claimed" && id === "") {',
  },
  {
    breaks: "What ran since is held.",
    file: "engine/durable/sqlite/care/new-life.ts",
    find: "for (const { id, phase, robot } of since.values()) {",
    replace: "for (const { id, phase, robot } of [...since.values()].slice(0, 0)) {",
  },
];

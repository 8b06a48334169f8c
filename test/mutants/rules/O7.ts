import type { Patch } from "../mutant.ts";

export const patches: readonly Patch[] = [
  {
    breaks: "A preview changes nothing.",
    file: "engine/dispatcher.ts",
    find: "    return previewOf(decide(command, this.inner), now, limit);",
    replace: `    const changes = decide(command, this.inner);
    const told = previewOf(changes, now, limit);
    this.inner.applyAll(changes, now);
    return told;`,
  },
  {
    breaks: "It names every job that would change.",
    file: "engine/preview.ts",
    find: "const jobs = [...after.changed];",
    replace: "const jobs = [...after.changed].slice(0, 1);",
  },
  {
    breaks: "It names the jobs that a completion would free.",
    file: "engine/preview.ts",
    find: "for (const dependent of dependentsOf(job)) if (this.#isFreed(dependent)) jobs.add(dependent);",
    replace: "",
  },
  {
    breaks: "It tells what they would wait for.",
    file: "engine/preview.ts",
    find: '.prerequisites.filter((needed) => this.#of(needed).phase !== "completed")',
    replace: '.prerequisites.filter((needed) => this.#of(needed).phase === "completed")',
  },
  {
    breaks: "It tells how the jobs are now.",
    file: "engine/preview.ts",
    find: "from: stateOf(job, clock),",
    replace: "from: stateOf(copy, clock),",
  },
  {
    breaks: "It is refused as the command is.",
    file: "engine/dispatcher.ts",
    find: "return previewOf(decide(command, this.inner), now, limit);",
    replace:
      "try { return previewOf(decide(command, this.inner), now, limit); } catch { return previewOf([], now, limit); }",
  },
  {
    breaks: "It tells what would stay in quarantine.",
    file: "engine/preview.ts",
    find: "stays: stays.slice(0, most).map(",
    replace: "stays: stays.slice(0, 0).map(",
  },
  {
    breaks: "It names as many of those that would stay as are asked for.",
    file: "engine/preview.ts",
    find: "stays: stays.slice(0, most).map(",
    replace: "stays: stays.map(",
  },
  {
    breaks: "It tells 3 that would keep each there.",
    file: "engine/preview.ts",
    find: "const MOST_CAUSES = 3;",
    replace: "const MOST_CAUSES = 2;",
  },
  {
    breaks: "It tells no more than 3 of them.",
    file: "engine/quarantine.ts",
    find: `    if (found.length === most) break;
`,
    replace: "",
  },
  {
    breaks: "What would leave keeps nothing there.",
    file: "engine/quarantine.ts",
    find: " && !leaving.has(prerequisite)",
    replace: "",
  },
  {
    breaks: "It names as many as are asked for.",
    file: "engine/preview.ts",
    find: "changes: jobs.slice(0, most).map(",
    replace: "changes: jobs.map(",
  },
  {
    breaks: "A command carries a reason and an actor.",
    file: "engine/dispatcher.ts",
    find: "this.inner.applyAll(changes, now, signature);",
    replace: "this.inner.applyAll(changes, now);",
  },
  {
    breaks: "A hold keeps who set it.",
    file: "engine/operator-commands.ts",
    find: "by: textOf(signature?.actor),",
    replace: "by: null,",
  },
];

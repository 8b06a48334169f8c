import { describe, expect, test } from "vitest";
import type { LabDispatcher, OperatorCommand } from "../../engine/index.ts";
import { codeOf, factsOf, failJob, labWith, labWithRoots, movesOf } from "../factories.ts";

const NOW = 5;

const quarantineOfMany = () =>
  labWithRoots({ a: [], x: [], b: ["a"], both: ["b", "x"], end: ["both"], root: ["a"], under: ["root"] }, [
    "x",
    "a",
    "root",
  ]);

function labAtWork(): LabDispatcher {
  const lab = labWith({ a: [], held: [], b: ["a"], c: ["b"], free: [] }, { lease: 99 });
  lab.submit("later", 1, 0, ["a"], { notBefore: 50 });
  lab.hold("held", 0);
  lab.claim(0);
  return lab;
}

function pausedLab(): LabDispatcher {
  const lab = labWith({ a: [] });
  lab.pause(0);
  return lab;
}

/** A name, a lab, a command, and which states it takes jobs between. */
const commands: readonly (readonly [
  string,
  () => LabDispatcher,
  OperatorCommand,
  Readonly<Record<string, string>>,
])[] = [
  [
    "redrive",
    quarantineOfMany,
    { name: "redrive", id: "a" },
    { a: "quarantined → ready", b: "quarantined → blocked" },
  ],
  [
    "redrive of a held job",
    () => {
      const lab = labWithRoots({ a: [] }, ["a"]);
      lab.hold("a", 0);
      return lab;
    },
    { name: "redrive", id: "a" },
    { a: "quarantined → held" },
  ],
  [
    "redriveMany",
    quarantineOfMany,
    { name: "redriveMany", ids: ["root", "x", "a"] },
    {
      x: "quarantined → ready",
      a: "quarantined → ready",
      b: "quarantined → blocked",
      both: "quarantined → blocked",
      end: "quarantined → blocked",
      root: "quarantined → blocked",
      under: "quarantined → blocked",
    },
  ],
  [
    "setPrerequisites that blocks",
    labAtWork,
    { name: "setPrerequisites", id: "free", after: ["c", "held"] },
    { free: "ready → blocked" },
  ],
  [
    "setPrerequisites that frees",
    labAtWork,
    { name: "setPrerequisites", id: "b", after: [] },
    { b: "blocked → ready" },
  ],
  [
    "setPrerequisites that quarantines",
    () => {
      const lab = labWith({ bad: [], a: [], b: ["a"], c: ["b"] });
      failJob(lab, "bad");
      return lab;
    },
    { name: "setPrerequisites", id: "a", after: ["bad"] },
    { a: "ready → quarantined", b: "blocked → quarantined", c: "blocked → quarantined" },
  ],
  [
    "setPrerequisites that lets go",
    quarantineOfMany,
    { name: "setPrerequisites", id: "both", after: [] },
    { both: "quarantined → ready", end: "quarantined → blocked" },
  ],
  [
    "setPrerequisites of a root",
    quarantineOfMany,
    { name: "setPrerequisites", id: "root", after: [] },
    { root: "quarantined → quarantined" },
  ],
  ["setPrerequisites to the same", labAtWork, { name: "setPrerequisites", id: "b", after: ["a"] }, {}],
  ["setPriority", labAtWork, { name: "setPriority", id: "free", priority: 4 }, { free: "ready → ready" }],
  ["setPriority to the same", labAtWork, { name: "setPriority", id: "free", priority: 0 }, {}],
  ["hold", labAtWork, { name: "hold", id: "free" }, { free: "ready → held" }],
  ["hold of a blocked job", labAtWork, { name: "hold", id: "b" }, { b: "blocked → blocked" }],
  ["hold of a held job", labAtWork, { name: "hold", id: "held" }, {}],
  ["unhold", labAtWork, { name: "unhold", id: "held" }, { held: "held → ready" }],
  ["releaseClaim", labAtWork, { name: "releaseClaim", id: "a" }, { a: "claimed → ready" }],
  [
    "completeByHand of a claimed job",
    labAtWork,
    { name: "completeByHand", id: "a" },
    { a: "claimed → completed", b: "blocked → ready", later: "blocked → waiting" },
  ],
  [
    "completeByHand of a blocked job",
    labAtWork,
    { name: "completeByHand", id: "b" },
    { b: "blocked → completed", c: "blocked → ready" },
  ],
  [
    "completeByHand of a root",
    quarantineOfMany,
    { name: "completeByHand", id: "a" },
    { a: "quarantined → completed", b: "quarantined → ready" },
  ],
  ["cancel", labAtWork, { name: "cancel", id: "free" }, { free: "ready → cancelled" }],
  [
    "cancel with dependents",
    labAtWork,
    { name: "cancel", id: "a", withDependents: true },
    {
      a: "claimed → cancelled",
      b: "blocked → cancelled",
      later: "blocked → cancelled",
      c: "blocked → cancelled",
    },
  ],
  ["pause", labAtWork, { name: "pause" }, {}],
  ["resume", pausedLab, { name: "resume" }, {}],
];

/** Which jobs `act` changes, and how: told from the lab itself. */
function changesBy(lab: LabDispatcher, act: () => unknown) {
  const before = factsOf(lab).jobs;
  act();
  const after = new Map(factsOf(lab).jobs.map((job) => [job.id, job]));
  return before.flatMap((job) => {
    const then = after.get(job.id)!;
    if (then.revision === job.revision && then.state === job.state) return [];
    const waitsFor = then.prerequisites.filter((id) => lab.state(id) !== "completed");
    const { id, state: from, revision } = job;
    return [{ id, from, to: then.state, waitsFor, revision, steps: then.revision - revision }];
  });
}

const byId = <T extends { readonly id: string }>(jobs: readonly T[]) =>
  [...jobs].sort((a, b) => (a.id < b.id ? -1 : 1));

describe("O7: previews", () => {
  test.each(commands)("[O7] the preview of %s tells what it moves", (_what, newLabFor, command, moves) => {
    expect(movesOf(newLabFor().preview(command, NOW))).toEqual(moves);
  });

  test.each(commands)("[O7] the preview of %s is what the command then does", (_what, newLabFor, command) => {
    const lab = newLabFor();
    const { changes, changesTotal } = lab.preview(command, NOW);
    const told = changes.map(({ how, ...job }) => ({ ...job, steps: how.length }));
    const done = changesBy(lab, () => lab.operate(command, NOW));
    expect([byId(told), changesTotal]).toEqual([byId(done), done.length]);
  });

  test.each(commands)(
    "[O7] the preview of %s names in the same order the ids that the command gives",
    (_what, newLabFor, command) => {
      const lab = newLabFor();
      const { changes } = lab.preview(command, NOW);
      const leaving = changes.filter(({ how }) =>
        how.some((kind) => kind === "redriven" || kind === "released" || kind === "cancelled"),
      );
      expect(leaving.map(({ id }) => id)).toEqual(lab.operate(command, NOW));
    },
  );

  test.each(commands)("[O7] the preview of %s changes nothing but the clock", (_what, newLabFor, command) => {
    const [lab, moved] = [newLabFor(), newLabFor()];
    moved.advance(NOW);
    lab.preview(command, NOW);
    expect(factsOf(lab)).toEqual(factsOf(moved));
  });

  test.each<[string, OperatorCommand]>([
    ["UNKNOWN_JOB", { name: "redrive", id: "ghost" }],
    ["NOT_QUARANTINED", { name: "redriveMany", ids: ["a"] }],
    ["JOB_CLAIMED", { name: "setPriority", id: "a", priority: 1 }],
    ["CYCLE", { name: "setPrerequisites", id: "b", after: ["c"] }],
    ["HAS_DEPENDENTS", { name: "cancel", id: "b" }],
    ["CHANGED", { name: "setPrerequisites", id: "b", after: [], seen: { b: 99 } }],
  ])("[O7] a preview is refused as its command is: %s", (code, command) => {
    const lab = labAtWork();
    expect([codeOf(() => lab.preview(command, NOW)), codeOf(() => lab.operate(command, NOW))]).toEqual([
      code,
      code,
    ]);
  });

  test("[O7] it tells what would stay in quarantine behind what leaves, and which roots would keep it there", () => {
    const { stays, staysTotal } = quarantineOfMany().preview({ name: "redrive", id: "a" }, NOW);
    expect([stays, staysTotal]).toEqual([
      [
        { id: "both", failedItself: false, because: ["x"] },
        { id: "end", failedItself: false, because: ["x"] },
        { id: "root", failedItself: true, because: [] },
        { id: "under", failedItself: false, because: ["root"] },
      ],
      4,
    ]);
  });

  test("[O7] of those that would keep a job there it tells the nearest 3, in quarantine order", () => {
    const jobs = { a: [], far: [], via: ["far"], b: [], c: [], d: [], last: ["a", "via", "b", "c", "d"] };
    const lab = labWithRoots(jobs, ["far", "d", "c", "b", "a"]);
    const { stays } = lab.preview({ name: "redrive", id: "a" }, NOW);
    expect(stays).toEqual([{ id: "last", failedItself: false, because: ["d", "c", "b"] }]);
  });

  test("[O7] nothing is told to stay where nothing leaves", () => {
    const { changesTotal, staysTotal } = quarantineOfMany().preview({ name: "hold", id: "a" }, NOW);
    expect([changesTotal, staysTotal]).toEqual([1, 0]);
  });

  test("[O7] nothing stays behind when everything leaves", () => {
    const { staysTotal } = quarantineOfMany().preview({ name: "redriveMany", ids: ["a", "x", "root"] }, NOW);
    expect(staysTotal).toBe(0);
  });

  test("[O7] it names as many jobs of each kind as are asked for, and counts them all", () => {
    const preview = quarantineOfMany().preview({ name: "redrive", id: "a" }, NOW, 1);
    expect(preview).toMatchObject({
      changes: [{ id: "a" }],
      changesTotal: 2,
      stays: [{ id: "both" }],
      staysTotal: 4,
    });
  });
});

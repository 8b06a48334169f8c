import { describe, expect, test } from "vitest";
import { LabDispatcher, WorkQueue, type OperatorCommand } from "../../engine/index.ts";
import { factsOf, labWith, refusalOf } from "../factories.ts";

type Call = (lab: LabDispatcher, bad: unknown) => unknown;

/** What is wrong for an argument of this kind, whichever call it is of. */
const wrong = {
  id: ["", "x".repeat(201), 7, null, undefined],
  /** Half a character can be asked for, as any id can that isn't there, but no job can be called so. */
  newId: ["", "x".repeat(201), "a\ud800", 7, null, undefined],
  time: [-1, 1.5, NaN, Infinity, 2 ** 53, "5", null, undefined],
  backoff: [-1, 1.5, "2", NaN, 315_360_000_001, null, undefined],
  list: ["a", [""], [7], [null], {}, new Array<string>(1)],
  neededList: ["a", [""], [7], {}, null, undefined],
  requires: ["", [""], [7], 7, {}],
  integer: [1.5, "high", NaN, 2 ** 53, Infinity],
  neededInteger: [1.5, "high", NaN, null, undefined],
  whole: [-1, 1.5, "soon", NaN],
  count: [0, -1, 1.5, "2"],
  factor: [0.5, 0, -2, "2", NaN, Infinity],
  longest: [-1, 1.5, "2", 315_360_000_001],
  share: [-0.1, 1.1, "1", NaN],
  onExpiry: ["forget", "", 1],
  retryPosition: ["front", "", 1],
  flag: ["yes", 1, {}],
  text: [7, {}, ["me"]],
  labels: ["plate", [7], [null], {}],
  json: [() => 1, Symbol("plate"), 10n],
  revisions: ["a", 7, ["a"], { a: -1 }, { a: "1" }, { a: 1.5 }],
} satisfies Readonly<Record<string, readonly unknown[]>>;

type Kind = keyof typeof wrong;

const LATER = 9;

/** The options of a submission, by name. */
const options: readonly (readonly [field: string, kind: Kind])[] = [
  ["priority", "integer"],
  ["requires", "requires"],
  ["notBefore", "whole"],
  ["maxFailures", "count"],
  ["backoffFactor", "factor"],
  ["backoffMax", "longest"],
  ["jitter", "share"],
  ["onExpiry", "onExpiry"],
  ["payload", "json"],
  ["labels", "labels"],
];

const submission: readonly (readonly [field: string, kind: Kind])[] = [
  ["id", "newId"],
  ["backoff", "backoff"],
  ["after", "list"],
  ...options,
];

const operator =
  (field: string, command: object): Call =>
  (lab, bad) =>
    lab.operate({ ...command, [field]: bad } as OperatorCommand, LATER);

const commands: readonly (readonly [field: string, kind: Kind, command: object])[] = [
  ...["redrive", "setPrerequisites", "hold", "unhold", "releaseClaim", "completeByHand", "cancel"].map(
    (name) => ["id", "id", { name }] as const,
  ),
  ["id", "id", { name: "setPriority", priority: 1 }],
  ["priority", "neededInteger", { name: "setPriority", id: "a" }],
  ["ids", "neededList", { name: "redriveMany" }],
  ["after", "list", { name: "setPrerequisites", id: "a" }],
  ...["redrive", "hold", "cancel"].map((name) => ["seen", "revisions", { name, id: "a" }] as const),
  ["withDependents", "flag", { name: "cancel", id: "a" }],
  ["name", "text", {}],
];

const calls: readonly (readonly [name: string, field: string, kind: Kind, call: Call])[] = [
  ["submit", "id", "newId", (lab, bad) => lab.submit(bad as string, 1, LATER)],
  ["submit", "backoff", "backoff", (lab, bad) => lab.submit("b", bad as number, LATER)],
  ["submit", "after", "list", (lab, bad) => lab.submit("b", 1, LATER, bad as string[])],
  ...options.map(
    ([field, kind]) =>
      [
        "submit",
        field,
        kind,
        (lab, bad) => lab.submit("b", 1, LATER, null, { [field]: bad }),
      ] as const satisfies [string, string, Kind, Call],
  ),
  [
    "submitMany",
    "jobs",
    "neededList",
    (lab, bad) => lab.submitMany(Array.isArray(bad) ? (null as never) : (bad as []), LATER),
  ],
  [
    "submitMany",
    "jobs[1]",
    "neededInteger",
    (lab, bad) => lab.submitMany([{ id: "b", backoff: 1 }, bad as never], LATER),
  ],
  ...submission.map(
    ([field, kind]) =>
      [
        "submitMany",
        `jobs[1].${field}`,
        kind,
        (lab, bad) =>
          lab.submitMany(
            [
              { id: "b", backoff: 1 },
              { id: "c", backoff: 1, [field]: bad },
            ],
            LATER,
          ),
      ] as const satisfies [string, string, Kind, Call],
  ),
  ["claim", "capabilities", "list", (lab, bad) => lab.claim(LATER, { capabilities: bad as string[] })],
  ["claim", "lease", "whole", (lab, bad) => lab.claim(LATER, { lease: bad as number })],
  ...(["heartbeat", "complete", "reportFailure"] as const).flatMap(
    (name) =>
      [
        [name, "id", "id", (lab, bad) => lab[name](bad as string, LATER)],
        [name, "token", "whole", (lab, bad) => lab[name]("a", LATER, bad as number)],
      ] as const satisfies [string, string, Kind, Call][],
  ),
  ["status", "id", "id", (lab, bad) => lab.status(bad as string, LATER)],
  ["state", "id", "id", (lab, bad) => lab.state(bad as string)],
  ["causes", "id", "id", (lab, bad) => lab.causes(bad as string)],
  ["explain", "id", "id", (lab, bad) => lab.explain(bad as string, LATER)],
  ["explain", "offered", "list", (lab, bad) => lab.explain("a", LATER, bad as string[])],
  ["preview", "most", "whole", (lab, bad) => lab.preview({ name: "hold", id: "a" }, LATER, bad as number)],
  ...commands.flatMap(
    ([field, kind, command]) =>
      [
        [`operate ${JSON.stringify(command)}`, field, kind, operator(field, command)],
        [
          `preview ${JSON.stringify(command)}`,
          field,
          kind,
          (lab, bad) => lab.preview({ ...command, [field]: bad } as OperatorCommand, LATER),
        ],
      ] as const satisfies [string, string, Kind, Call][],
  ),
  ["operate", "actor", "text", (lab, bad) => lab.hold("a", LATER, { actor: bad as string })],
  ["operate", "reason", "text", (lab, bad) => lab.hold("a", LATER, { reason: bad as string })],
];

/** Every call that takes a time. */
const timed: Readonly<Record<string, (lab: LabDispatcher, now: number) => unknown>> = {
  submit: (lab, now) => lab.submit("b", 1, now),
  submitMany: (lab, now) => lab.submitMany([], now),
  claim: (lab, now) => lab.claim(now),
  heartbeat: (lab, now) => lab.heartbeat("a", now),
  complete: (lab, now) => lab.complete("a", now),
  reportFailure: (lab, now) => lab.reportFailure("a", now),
  redrive: (lab, now) => lab.redrive("a", now),
  redriveMany: (lab, now) => lab.redriveMany([], now),
  setPrerequisites: (lab, now) => lab.setPrerequisites("a", [], now),
  setPriority: (lab, now) => lab.setPriority("a", 1, now),
  hold: (lab, now) => lab.hold("a", now),
  unhold: (lab, now) => lab.unhold("a", now),
  releaseClaim: (lab, now) => lab.releaseClaim("a", now),
  completeByHand: (lab, now) => lab.completeByHand("a", now),
  cancel: (lab, now) => lab.cancel("a", now),
  pause: (lab, now) => lab.pause(now),
  resume: (lab, now) => lab.resume(now),
  preview: (lab, now) => lab.preview({ name: "pause" }, now),
  explain: (lab, now) => lab.explain("a", now),
  status: (lab, now) => lab.status("a", now),
  advance: (lab, now) => lab.advance(now),
};

describe("T1: arguments", () => {
  test.each(calls)(
    "[T1] %s: a bad %s (%s) is INVALID_ARGUMENT there, and moves nothing",
    (_name, field, kind, call) => {
      const lab = labWith({ a: [] }, { lease: 3 });
      const before = factsOf(lab);
      const refusals = wrong[kind].map((bad) => refusalOf(() => call(lab, bad)));
      expect([refusals.map((refusal) => [refusal?.code, refusal?.field]), factsOf(lab)]).toEqual([
        wrong[kind].map(() => ["INVALID_ARGUMENT", field]),
        before,
      ]);
    },
  );

  test.each(Object.entries(timed))("[T1] %s: a bad time is INVALID_ARGUMENT at `now`", (_name, call) => {
    const lab = labWith({ a: [] });
    const refusals = wrong.time.map((bad) => refusalOf(() => call(lab, bad as number)));
    expect([refusals.map((refusal) => [refusal?.code, refusal?.field]), lab.clock]).toEqual([
      wrong.time.map(() => ["INVALID_ARGUMENT", "now"]),
      0,
    ]);
  });

  test.each(Object.entries(timed))(
    "[T1] %s: a time before the clock is TIME_WENT_BACK and changes nothing",
    (_name, call) => {
      const lab = labWith({ a: [] });
      lab.advance(5);
      const before = factsOf(lab);
      expect([refusalOf(() => call(lab, 4))?.code, factsOf(lab)]).toEqual(["TIME_WENT_BACK", before]);
    },
  );

  test.each([
    ["maxFailures", "count"],
    ["lease", "whole"],
    ["retryPosition", "retryPosition"],
    ["onExpiry", "onExpiry"],
  ] as const)("[T1] a dispatcher with a bad %s isn't made", (field, kind) => {
    const make = (bad: unknown) => new LabDispatcher({ maxFailures: 1, [field]: bad });
    const fields = wrong[kind].map((bad) => refusalOf(() => make(bad))?.field);
    expect(fields).toEqual(wrong[kind].map(() => field));
  });

  test("[T1] a work queue with a bad lease or a bad number of attempts isn't made", () => {
    const bad = [refusalOf(() => new WorkQueue(-1, 1)), refusalOf(() => new WorkQueue(1, 0))];
    expect(bad.map((refusal) => [refusal?.code, refusal?.field])).toEqual([
      ["INVALID_ARGUMENT", "leaseSeconds"],
      ["INVALID_ARGUMENT", "maxAttempts"],
    ]);
  });
});

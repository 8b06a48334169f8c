import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { test } from "../durable/durable-test.ts";
import { lines, run } from "./run.ts";

const system = { new: "LabDispatcher", max_failures: 2 };
const story = [
  { op: "submit", id: "extract", backoff: 2, now: 0 },
  { op: "submit", id: "amplify", backoff: 2, now: 0, after: ["extract"] },
  { op: "claim", now: 1 },
  { op: "complete", id: "extract", claim: 1, now: 2 },
  { op: "claim", now: 2 },
  { op: "report_failure", id: "amplify", claim: 1, now: 3 },
  { op: "report_failure", id: "amplify", claim: 2, now: 3 },
  { op: "restart" },
  { op: "claim", now: 4 },
  { op: "claim", now: 5 },
  { op: "report_failure", id: "amplify", now: 6 },
  { op: "quarantined" },
  { op: "causes", id: "amplify" },
  { op: "claim", now: 5 },
  { op: "set_prerequisites", id: "amplify", after: ["amplify"], now: 6 },
  { op: "redrive", id: "amplify", now: 9 },
  { op: "claim", now: "soon" },
];
const answers = lines(
  { ok: null },
  { ok: null },
  { ok: "extract" },
  { ok: null },
  { ok: "amplify" },
  { error: "STALE_CLAIM" },
  { ok: null },
  { ok: null },
  { ok: "amplify" },
  { ok: null },
  { ok: ["amplify"] },
  { ok: ["amplify"] },
  { error: "TIME_WENT_BACK" },
  { error: "CYCLE" },
  { ok: ["amplify"] },
  { error: "INVALID_ARGUMENT" },
);

describe("replay", () => {
  test("prints one answer a call and nothing else, and ends with 0 whatever the calls gave", async () => {
    expect(await run("replay", ["-"], lines(system, ...story))).toEqual({ code: 0, out: answers, err: "" });
  });

  test("[D1] gives the same on a database", async ({ file }) => {
    expect(await run("replay", ["--db", file, "-"], lines(system, ...story))).toEqual({
      code: 0,
      out: answers,
      err: "",
    });
  });

  test(
    "[T4] goes on from what a database holds, its clock and its claims included",
    { timeout: 60_000 },
    async ({ file }) => {
      let out = "";
      for (const call of story.filter(({ op }) => op !== "restart")) {
        out += (await run("replay", ["--db", file, "-"], lines(system, call))).out;
      }
      expect(out).toBe(answers);
    },
  );

  test("takes ids with line separators, a byte order mark, and options that are null", async () => {
    const input = `\ufeff${lines({ ...system, lease: null }, { op: "submit", id: "a\u2028b", backoff: 0, now: 0 }, { op: "claim", now: 0 })}`;
    expect(await run("replay", ["-"], input)).toEqual({
      code: 0,
      out: lines({ ok: null }, { ok: "a\u2028b" }),
      err: "",
    });
  });

  test("says why when its answers can't be written, and nothing when nobody reads them", ({ folder }) => {
    const trace = join(folder, "trace.jsonl");
    writeFileSync(trace, lines(system, ...Array.from({ length: 20_000 }, () => ({ op: "claim", now: 0 }))));
    const program = `'${process.execPath}' engine/cli/replay.ts ${trace}`;
    const shell = (command: string) => spawnSync("bash", ["-c", command], { encoding: "utf8" });
    expect(shell(`${program} | head -1`)).toMatchObject({ stdout: '{"ok":null}\n', stderr: "" });
    expect(shell(`${program} > /dev/full`)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^replay: the answers can't be written [^\n]*\n$/) as string,
    });
  });

  test("refuses to go on with another first line", async ({ file }) => {
    await run("replay", ["--db", file, "-"], lines(system));
    const { code, err } = await run("replay", ["--db", file, "-"], lines({ ...system, max_failures: 3 }));
    expect([code, err]).toEqual([2, expect.stringMatching(/line 1: max_failures is 2, not 3, in/)]);
  });

  test.for([
    ["bad JSON", `${lines(system)}{"op":`, /^replay: line 2: this is not JSON/],
    [
      "an unknown op",
      lines(system, { op: "claim", now: 0 }, { op: "juggle" }),
      /^replay: line 3: unknown op "juggle"/,
    ],
    ["an op of every object", lines(system, { op: "toString" }), /^replay: line 2: unknown op/],
    ["no object", lines(system, [1]), /^replay: line 2: this is not a JSON object/],
    ["a bad first line", lines({ new: "Dispatcher" }), /^replay: line 1: /],
    ["a bad number of failures", lines({ ...system, max_failures: 0 }), /^replay: line 1: max_failures/],
    ["an empty file", "", /^replay: line 1: the trace is empty/],
  ] as const)("ends with 2 and the line's number at %s", async ([, input, message]) => {
    const { code, err } = await run("replay", ["-"], input);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });

  test.for([[[]], [["a", "b"]], [["--speed", "-"]]])(
    "ends with 2 and the usage when it is called with %j",
    async ([args = []]) => {
      const { code, out, err } = await run("replay", args);
      expect([code, out, err]).toEqual([2, "", expect.stringMatching(/usage: npm run/)]);
    },
  );
});

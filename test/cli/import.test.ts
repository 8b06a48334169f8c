import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { test } from "../durable/durable-test.ts";
import { run } from "./run.ts";

const SAMPLE = join(import.meta.dirname, "../../electron/samples/96-samples-4-steps.csv");

describe("lab import", () => {
  test("submits the sample that ships with the app: 96 samples, four steps each", async ({ file, open }) => {
    const { code, out } = await run("lab", ["import", SAMPLE, "--db", file]);
    expect([code, out]).toEqual([0, `Submitted 384 jobs to ${file}.\n`]);
    expect((await open()).news.counts).toMatchObject({ ready: 96, blocked: 288 });
  });

  test("tells scripts in JSON", async ({ file }) => {
    const { out } = await run("lab", ["import", "-", "--db", file, "--json"], "id,backoff\na,1\n");
    expect(JSON.parse(out)).toEqual({ submitted: 1, database: file });
  });

  test("names every bad line, and submits nothing", async ({ file, open }) => {
    const { code, out, err } = await run(
      "lab",
      ["import", "-", "--db", file],
      "id,backoff,after\na,1,\nb,soon,\nc,1,ghost\na,1,\n",
    );
    expect([code, out, err.match(/^-:\d+/gm), err.endsWith("Nothing was submitted.\n")]).toEqual([
      1,
      "",
      ["-:3", "-:4", "-:5"],
      true,
    ]);
    expect(existsSync(file)).toBe(false);
    await (await open()).close();
  });

  test("takes standard input as bytes: what isn't UTF-8 is refused, not mangled", async ({ file }) => {
    const { code, err } = await run(
      "lab",
      ["import", "-", "--db", file],
      Buffer.from("id,backoff\ncaf\xe9,1\n", "latin1"),
    );
    expect([code, err]).toEqual([1, expect.stringMatching(/not a text file in UTF-8/)]);
  });

  test("tells a file with very many problems to the end", async ({ file }) => {
    const text = `id,backoff,after\n${Array.from({ length: 150_000 }, (_, n) => `j${String(n)},1,nope`).join("\n")}`;
    const { code, err } = await run("lab", ["import", "-", "--db", file], text);
    expect([code, err.split("\n").length, err.endsWith("Nothing was submitted.\n")]).toEqual([
      1,
      150_002,
      true,
    ]);
  });

  test("[S5] names the path of a cycle at a line that is on it", async ({ file }) => {
    const { code, err } = await run(
      "lab",
      ["import", "-", "--db", file],
      "id,backoff,after\nx,1,\na,1,b\nb,1,a\n",
    );
    expect([code, err]).toEqual([1, expect.stringMatching(/^-:[34]: .*(a → b → a|b → a → b)/)]);
  });

  test("refuses a file that isn't a database, in a sentence", async ({ folder }) => {
    const file = join(folder, "notes.txt");
    writeFileSync(file, "notes");
    const { code, err } = await run("lab", ["import", SAMPLE, "--db", file]);
    expect([code, err]).toEqual([1, expect.stringMatching(/^[^\n]*not a database[^\n]*\n$/)]);
  });

  test.for([
    [["juggle"], /no command “juggle”/],
    [["import", "x.csv"], /--db DATABASE/],
    [["import", "--db", "x.db"], /Name one workflow file/],
    [["import", "no-such.csv", "--db", "x.db"], /no-such.csv can't be read/],
    [["import", "x.csv", "--db", "x.db", "--fast"], /--fast/],
  ] as const)("ends with 2 and says what is wrong with %j", async ([args, message]) => {
    const { code, err } = await run("lab", args);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });

  test("shows its help", async () => {
    const { code, out } = await run("lab", []);
    expect([code, out]).toEqual([0, expect.stringContaining("import WORKFLOW.csv --db DATABASE")]);
  });
});

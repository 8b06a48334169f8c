import { describe, expect, test } from "vitest";
import { readWorkflowFile } from "../../engine/index.ts";

const read = (text: string | Uint8Array, known: string[] = []) =>
  readWorkflowFile(text, (ids) => Promise.resolve(ids.filter((id) => known.includes(id))));

const problemsOf = async (text: string | Uint8Array, known?: string[]) =>
  (await read(text, known)).problems.map(({ line, message }) => `${String(line)}: ${message}`);

describe("workflow files", () => {
  test("give jobs with their lines; columns in any order, spaces and empty lines aside", async () => {
    const { jobs, problems } = await read(
      '\ufeffbackoff, after ,id\r\n10 min, ,a\r\n\r\n1.5s,"a; b",c\r\n250,, b \r\n2H,c;c,d',
    );
    expect([problems, jobs]).toEqual([
      [],
      [
        { id: "a", backoff: 600_000, after: [], line: 2 },
        { id: "c", backoff: 1_500, after: ["a", "b"], line: 4 },
        { id: "b", backoff: 250, after: [], line: 5 },
        { id: "d", backoff: 7_200_000, after: ["c"], line: 6 },
      ],
    ]);
  });

  test("may need jobs that the lab has", async () => {
    expect(await problemsOf("id,backoff,after\nb,1,a", ["a"])).toEqual([]);
  });

  test.each([
    ["", /^1: The file is empty/],
    ["id,backoff", /^1: There is no job/],
    ["name,backoff\na,1", /^1: There is no column id/],
    ["id,after\na,b", /^1: There is no column backoff/],
    ["id,backoff,colour\na,1,red", /^1: The column “colour” is not known/],
    ["id,backoff,id\na,1,b", /^1: The column “id” is there twice/],
    ['id,backoff\n"a,1', /^2: This is not CSV/],
    ["id,backoff,after\na,1,b,c", /^2: There are 4 values.*semicolons/],
    ["id,backoff\na,", /^2: “” is no backoff/],
    ["id,backoff\na,-1", /^2: “-1” is no backoff/],
    ["id,backoff\na,1 constructor", /^2: .* is no backoff/],
    ["id,backoff\na,99999999 h", /^2: A backoff is/],
    [`id,backoff\n${"x".repeat(201)},1`, /^2: An id has at most 200/],
    ["id,backoff\n,1", /^2: A job needs an id/],
    [new Uint8Array([0x69, 0x64, 0xff]), /^1: This is not a text file in UTF-8/],
  ])("%j is refused at its line, in words", async (text, problem) => {
    expect(await problemsOf(text)).toEqual([expect.stringMatching(problem)]);
  });

  test.each([
    ["\r\n", "6: There is no job nope", 4],
    ["\n", "6: There is no job nope", 4],
  ])(
    "count lines as an editor does, with %j at their ends and inside of quotes",
    async (end, problem, line) => {
      const text = ["id,backoff,after", "a,1,", "", `"b${end}x",1,`, "c,1,nope", ""].join(end);
      const { jobs, problems } = await read(text);
      expect(jobs.map((job) => job.line)).toEqual([2, line, 6]);
      expect(problems.map((each) => `${String(each.line)}: ${each.message}`)).toEqual([
        expect.stringContaining(problem),
      ]);
    },
  );

  test("may mix line ends", async () => {
    expect((await read("id,backoff\na,1\r\nb,1\rc,1\n")).jobs.map(({ id, line }) => [id, line])).toEqual([
      ["a", 2],
      ["b", 3],
      ["c", 4],
    ]);
  });

  test("tell every problem at once, in the order of the lines", async () => {
    const text = "id,backoff,after\nold,1,\na,1,ghost\na,1,\nb,x,";
    expect(await problemsOf(text, ["old"])).toEqual([
      expect.stringMatching(/^2: There is a job old in the lab already/),
      expect.stringMatching(/^3: There is no job ghost/),
      expect.stringMatching(/^4: a stands in line 3 already/),
      expect.stringMatching(/^5: “x” is no backoff/),
    ]);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const tests = join(import.meta.dirname, "..");
const spec = readFileSync(join(tests, "../engine/SPEC.md"), "utf8");

test("every rule of engine/SPEC.md has a test that names it", () => {
  const rules = [...spec.matchAll(/^- \*\*([A-Z]\d+)\*\*/gm)].map(([, rule]) => rule);
  const sources = readdirSync(tests, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .map((file) => readFileSync(join(tests, file), "utf8"));
  const named = new Set(
    sources.flatMap((source) => [...source.matchAll(/\[([A-Z]\d+)\]/g)].map(([, rule]) => rule)),
  );
  expect(rules.length).toBeGreaterThan(20);
  expect(rules.filter((rule) => !named.has(rule))).toEqual([]);
});

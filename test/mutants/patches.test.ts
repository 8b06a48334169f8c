import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../build/setup/project.ts";
import { loadMutants, mutate, type Mutant } from "./mutant.ts";

const mutants = await loadMutants();

/** Rules that the durable engine keeps by what is broken in tests of another kind: kills, and files that can't be used. */
const ELSEWHERE = ["T4", "D1", "D2", "D3", "D6"];

const textOf = (file: string): string => readFileSync(path.join(projectRoot, file), "utf8");

/** Why the patch doesn't apply; undefined if it does. */
function troubleOf(mutant: Mutant): string | undefined {
  const text = textOf(mutant.file);
  try {
    return mutate(text, mutant) === text
      ? `[${mutant.rule}] ${mutant.breaks}: the patch changes nothing`
      : undefined;
  } catch (error) {
    return String(error);
  }
}

test("every mutant's patch applies: its text is found once, and changes", () => {
  expect(mutants.flatMap((mutant) => troubleOf(mutant) ?? [])).toEqual([]);
});

test("every rule of engine/SPEC.md has a mutant", () => {
  const rules = [...textOf("engine/SPEC.md").matchAll(/^- \*\*([A-Z]\d+)\*\*/gm)].map(
    ([, rule = ""]) => rule,
  );
  const mutated = new Set(mutants.map(({ rule }) => rule));
  const missing = rules.filter((rule) => !ELSEWHERE.includes(rule) && !mutated.has(rule));
  expect(rules.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

test("no two mutants are the same", () => {
  const patches = mutants.map(({ file, find, replace }) => JSON.stringify([file, find, replace]));
  expect(new Set(patches).size).toBe(patches.length);
});

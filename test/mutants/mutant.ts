/** What a mutant is: a small patch of the engine that breaks one rule, for tests of that rule to notice. */

import { readdirSync } from "node:fs";
import path from "node:path";

/** As it is written, in a file of `rules/` that is named after the rule. */
export interface Patch {
  /** What the rule says and the mutant doesn't do. */
  readonly breaks: string;
  /** From the project's root. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly replace: string;
}

export interface Mutant extends Patch {
  readonly rule: string;
}

const RULES = path.join(import.meta.dirname, "rules");

/** All of them, or those of `rules`, in the order of the rules' names. */
export async function loadMutants(rules: readonly string[] = []): Promise<Mutant[]> {
  const names = readdirSync(RULES).map((file) => path.basename(file, ".ts"));
  const unknown = rules.find((rule) => !names.includes(rule));
  if (unknown !== undefined)
    throw new Error(`There are no mutants of ${unknown}: choose from ${names.join(", ")}.`);
  const chosen = rules.length === 0 ? names : names.filter((name) => rules.includes(name));
  const loaded = chosen.sort().map(async (rule) => {
    const { patches } = (await import(`./rules/${rule}.ts`)) as { readonly patches: readonly Patch[] };
    return patches.map((patch) => ({ rule, ...patch }));
  });
  return (await Promise.all(loaded)).flat();
}

/** `text` of the mutant's file, mutated. Throws where the patch doesn't apply: not at all, or in several places. */
export function mutate(text: string, { rule, breaks, file, find, replace }: Mutant): string {
  const [before = "", after, ...more] = text.split(find);
  if (after === undefined || more.length > 0) {
    const times = after === undefined ? "nowhere" : `${more.length + 1} times`;
    throw new Error(`[${rule}] ${breaks}: the patch finds its text ${times} in ${file}:\n${find}`);
  }
  return before + replace + after;
}

/** A copy of the engine and of what its tests need, to be broken at will. The packages are shared. */

import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { packagesFolder, projectRoot } from "../../build/setup/project.ts";
import { mutate, type Mutant } from "./mutant.ts";

const NEEDED = [
  "package.json",
  "tsconfig.json",
  "build",
  "engine",
  "test/durable",
  "test/engine",
  "test/factories.ts",
  "test/model",
];

export class Copy {
  readonly folder: string;

  /** `needed`: files and folders of the project. */
  constructor(needed: readonly string[] = NEEDED) {
    this.folder = mkdtempSync(path.join(tmpdir(), "lab-mutants-"));
    for (const name of needed) {
      mkdirSync(path.dirname(this.#at(name)), { recursive: true });
      cpSync(path.join(projectRoot, name), this.#at(name), { recursive: true });
    }
    symlinkSync(packagesFolder, this.#at("node_modules"), "junction");
    // It asks for tests of the whole project, and no mutant concerns it.
    rmSync(this.#at("test/engine/spec.test.ts"), { force: true });
  }

  /** Does `task` while the copy is mutated. */
  async whileMutated<T>(mutant: Mutant, task: () => Promise<T>): Promise<T> {
    const file = this.#at(mutant.file);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, mutate(text, mutant));
    try {
      return await task();
    } finally {
      writeFileSync(file, text);
    }
  }

  /** The files in `folder` whose tests name `rule`. */
  testsNaming(rule: string, folder: string): string[] {
    return readdirSync(this.#at(folder))
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => `${folder}/${name}`)
      .filter((name) => readFileSync(this.#at(name), "utf8").includes(`[${rule}]`));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  #at(name: string): string {
    return path.join(this.folder, name);
  }
}

/**
 * Makes out/ from the sources: everything that Electron runs. Does nothing when
 * out/ was made from exactly these sources.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { outFolder, projectRoot } from "../setup/project.ts";

const SOURCES = ["electron", "engine", "renderer", "build/bundle", "package-lock.json", "package.json"];
const stamp = path.join(outFolder, "sources.sha256");

export async function bundleApp(): Promise<void> {
  const sources = await digestSources();
  if (sources === (await readFile(stamp, "utf8").catch(() => ""))) return;
  console.log("Building the app.");
  await rm(outFolder, { recursive: true, force: true });
  // Loaded only when needed: the bundlers take longer to load than the digest takes to make.
  const [{ bundleProcesses }, { build }, { default: viteConfig }] = await Promise.all([
    import("./process-bundles.ts"),
    import("vite"),
    import("./vite.config.ts"),
  ]);
  await bundleProcesses();
  await build({ ...viteConfig, configFile: false });
  await writeFile(stamp, sources);
}

async function digestSources(): Promise<string> {
  const digest = createHash("sha256");
  for (const file of (await Promise.all(SOURCES.map(listFiles))).flat()) {
    digest
      .update(`${file}\0`)
      .update(await readFile(path.join(projectRoot, file)))
      .update("\0");
  }
  return digest.digest("hex");
}

async function listFiles(source: string): Promise<string[]> {
  const entries = await readdir(path.join(projectRoot, source), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => null);
  if (!entries) return [source];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)))
    .sort();
}

/**
 * The bundles that run on Node inside Electron: the main process, the engine's
 * threads and the preload script. Native and built-in modules stay outside.
 */
import { build, type BuildOptions } from "esbuild";
import path from "node:path";
import { outFolder, projectRoot } from "../setup/project.ts";

const shared: BuildOptions = {
  absWorkingDir: projectRoot,
  bundle: true,
  platform: "node",
  target: "node20",
  external: ["electron", "better-sqlite3"],
  sourcemap: true,
  logLevel: "warning",
  loader: { ".csv": "text" },
};

/** Packages written as CommonJS still call `require` when they stand in a module. */
const REQUIRE_IN_MODULE =
  "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);";

export async function bundleProcesses(): Promise<void> {
  await Promise.all([
    bundleModule("electron/main.ts", "main.js"),
    bundleModule("engine/durable/worker.ts", "engine-worker.js"),
    bundleModule("engine/durable/reader.ts", "engine-reader.js"),
    bundleModule("electron/verification-process.ts", "verification-process.js"),
    // A sandboxed preload script must be one CommonJS file.
    build({
      ...shared,
      format: "cjs",
      entryPoints: ["electron/preload.ts"],
      outfile: path.join(outFolder, "preload.cjs"),
    }),
  ]);
}

async function bundleModule(entry: string, output: string): Promise<void> {
  await build({
    ...shared,
    format: "esm",
    banner: { js: REQUIRE_IN_MODULE },
    entryPoints: [entry],
    outfile: path.join(outFolder, output),
  });
}

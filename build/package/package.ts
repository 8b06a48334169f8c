/** Makes the app for this system in dist/: unpacked, or as the named kinds of package. */
import { build, Platform } from "electron-builder";
import { rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "../setup/project.ts";
import type { Runtime } from "../setup/runtime.ts";
import { SetUpFailure } from "../setup/set-up-failure.ts";
import { describePackage, locatePackagedApp } from "./electron-builder.ts";
import { writeNotice } from "./notice.ts";

/** Wants out/ made. An empty list of kinds means unpacked, the only one that the stand-in may be made into. */
export async function packageApp(runtime: Runtime, kinds: readonly string[] = []): Promise<void> {
  if (runtime.standIn && kinds.length > 0) {
    throw new SetUpFailure(
      "This machine has only the stand-in Electron, which is never given away: no packages, just the unpacked app (npm run package).",
    );
  }
  await build({
    projectDir: projectRoot,
    config: describePackage(runtime),
    targets: Platform.current().createTarget(kinds.length > 0 ? [...kinds] : "dir"),
    publish: "never",
  });
  if (process.platform === "linux" && kinds.length === 0) await finishFolder(runtime);
}

/** electron-builder names the folder for its system only, and leaves Electron's default app in it. */
async function finishFolder(runtime: Runtime): Promise<void> {
  const { folder } = locatePackagedApp(runtime);
  await rm(folder, { recursive: true, force: true });
  await rename(path.join(projectRoot, "dist", "linux-unpacked"), folder);
  await rm(path.join(folder, "resources", "default_app.asar"), { force: true });
  if (runtime.standIn) await writeFile(path.join(folder, "NOTICE.txt"), writeNotice(runtime.version));
}

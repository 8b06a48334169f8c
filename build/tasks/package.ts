/**
 * `npm run package`: makes the app for this system into dist/, unpacked unless
 * other kinds are named (`npm run package -- AppImage deb`).
 */
import { bundleApp } from "../bundle/bundle.ts";
import { locatePackagedApp } from "../package/electron-builder.ts";
import { packageApp } from "../package/package.ts";
import { prepareRuntime } from "../setup/runtime.ts";
import { runTask } from "../setup/set-up-failure.ts";

await runTask(async () => {
  const kinds = process.argv.slice(2);
  const runtime = await prepareRuntime();
  await bundleApp();
  await packageApp(runtime, kinds);
  if (process.platform === "linux" && kinds.length === 0) {
    const asRoot = process.getuid?.() === 0 ? " --no-sandbox" : "";
    console.log(`Start the packaged app with ${locatePackagedApp(runtime).executable}${asRoot}`);
  }
  return 0;
});

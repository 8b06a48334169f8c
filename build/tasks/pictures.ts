/** `npm run pictures`: takes the guides' pictures of the app at work anew. */
import path from "node:path";
import { bundleApp } from "../bundle/bundle.ts";
import { showCommand } from "../setup/commands.ts";
import { withDisplay } from "../setup/display.ts";
import { projectRoot } from "../setup/project.ts";
import { describeRuntimeTo, prepareRuntime } from "../setup/runtime.ts";
import { runTask } from "../setup/set-up-failure.ts";

const pictures = path.join(projectRoot, "renderer", "help", "pictures");

const NAMES = ["quarantine-light", "jobs-dark", "redrive-light", "cycle-dark"];

await runTask(async () => {
  const runtime = await prepareRuntime();
  await bundleApp();
  return withDisplay((display) =>
    showCommand(
      process.execPath,
      [path.join(projectRoot, "test", "e2e", "take-pictures.ts"), pictures, ...NAMES],
      {
        cwd: projectRoot,
        env: { ...process.env, ...describeRuntimeTo(runtime), ...display },
      },
    ),
  );
});

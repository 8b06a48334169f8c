/** `npm start`: sets up what is missing, builds, and opens the window. Arguments go on to the app. */
import { bundleApp } from "../bundle/bundle.ts";
import { showCommand } from "../setup/commands.ts";
import { withDisplay } from "../setup/display.ts";
import { projectRoot } from "../setup/project.ts";
import { describeRuntimeTo, prepareRuntime } from "../setup/runtime.ts";
import { runTask } from "../setup/set-up-failure.ts";

await runTask(async () => {
  const runtime = await prepareRuntime();
  await bundleApp();
  return withDisplay((display) =>
    showCommand(runtime.executable, [...chooseSwitches(), projectRoot, ...process.argv.slice(2)], {
      env: { ...process.env, ...describeRuntimeTo(runtime), ...display },
    }),
  );
});

function chooseSwitches(): string[] {
  if (process.getuid?.() !== 0) return [];
  console.log("Running as root: Electron starts without its sandbox (--no-sandbox).");
  return ["--no-sandbox"];
}

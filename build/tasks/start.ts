/** `npm start`: sets up what is missing, builds, and opens the window. Arguments go on to the app. */
import { readOptions, USAGE } from "../../electron/options.ts";
import { bundleApp } from "../bundle/bundle.ts";
import { showCommand } from "../setup/commands.ts";
import { withDisplay } from "../setup/display.ts";
import { projectRoot } from "../setup/project.ts";
import { describeRuntimeTo, prepareRuntime } from "../setup/runtime.ts";
import { runTask, SetUpFailure } from "../setup/set-up-failure.ts";

const args = process.argv.slice(2);

/** Chromium's own log speaks of buses and graphics that a lab needn't know of; what is fatal is still said. */
const QUIET = "--log-level=3";

await runTask(async () => {
  if (args.includes("--help")) {
    console.log(USAGE);
    return 0;
  }
  checkArguments();
  const runtime = await prepareRuntime();
  await bundleApp();
  return withDisplay((display) =>
    showCommand(runtime.executable, [...chooseSwitches(), projectRoot, ...args], {
      env: { ...process.env, ...describeRuntimeTo(runtime), ...display },
    }),
  );
});

/** Before anything is set up: a misspelt option must not open another lab than the one that was meant. */
function checkArguments(): void {
  try {
    readOptions(args, { strict: true });
  } catch (error) {
    throw new SetUpFailure(`${(error as Error).message}\n\n${USAGE}`, { exitCode: 2 });
  }
}

function chooseSwitches(): string[] {
  if (process.getuid?.() !== 0) return [QUIET];
  console.log("Running as root: Electron starts without its sandbox (--no-sandbox).");
  return [QUIET, "--no-sandbox"];
}

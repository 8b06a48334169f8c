/** `npm run bundle`: makes out/ without starting anything. */
import { bundleApp } from "../bundle/bundle.ts";
import { runTask } from "../setup/set-up-failure.ts";

await runTask(async () => {
  await bundleApp();
  return 0;
});

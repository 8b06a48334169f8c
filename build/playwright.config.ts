/** The tests that drive the built app in a real Electron. One at a time: each opens windows. */
import { defineConfig } from "@playwright/test";
import path from "node:path";
import { projectRoot } from "./setup/project.ts";

export default defineConfig({
  testDir: path.join(projectRoot, "test", "e2e"),
  testMatch: "**/*.spec.ts",
  outputDir: path.join(projectRoot, "test-results", "e2e"),
  workers: 1,
  retries: 0,
  // A long story by keyboard takes its time on two busy cores.
  timeout: 60_000,
  forbidOnly: Boolean(process.env.CI),
  use: { trace: "retain-on-failure" },
});

/** The tests that need no Electron. */
import { defineConfig } from "vitest/config";
import { projectRoot } from "./setup/project.ts";

export default defineConfig({
  root: projectRoot,
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    exclude: ["test/e2e/**"],
    environment: "node",
  },
});

/** The window's page. Relative addresses, because the app serves it under a scheme of its own. */
import react from "@vitejs/plugin-react";
import path from "node:path";
import { defineConfig } from "vite";
import { outFolder, projectRoot } from "../setup/project.ts";

export default defineConfig({
  root: path.join(projectRoot, "renderer"),
  base: "./",
  logLevel: "warn",
  plugins: [react()],
  build: {
    outDir: path.join(outFolder, "renderer"),
    emptyOutDir: true,
    target: "chrome130",
    sourcemap: true,
    // One window on one machine loads it from disk: splitting and size limits have nothing to win.
    chunkSizeWarningLimit: 4096,
  },
});

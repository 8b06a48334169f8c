/** Where things are: the project's folders that set-up, bundling and tests share. */
import path from "node:path";

export const projectRoot = path.dirname(path.dirname(import.meta.dirname));
export const cacheFolder = path.join(projectRoot, ".cache");
export const outFolder = path.join(projectRoot, "out");
export const packagesFolder = path.join(projectRoot, "node_modules");

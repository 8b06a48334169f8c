/**
 * What Electron runs when it is given a folder on its command line: loads the
 * app in that folder. An official Electron brings its own; the stand-in has none.
 *
 * A module with top-level await on purpose: Electron holds back `ready` until
 * it has loaded, so the app can still register its schemes.
 */
import { app } from "electron";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const { preloads, folder } = readCommandLine(process.argv.slice(1));
if (!folder) {
  console.error("Name the folder of the app: electron FOLDER");
  process.exit(2);
}

for (const file of preloads) require(file);
Object.defineProperty(process, "defaultApp", { value: true, enumerable: true });

const description = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
app.setName(description.productName ?? description.name);
app.setVersion(description.version);
app.setAppPath(folder);
await import(pathToFileURL(path.join(folder, description.main)).href);

/** Switches before the folder are Chromium's, but for `-r FILE`, which test drivers pass. */
function readCommandLine(args) {
  const found = [];
  for (let at = 0; at < args.length; at += 1) {
    if (args[at] === "-r") found.push(args[(at += 1)]);
    else if (!args[at].startsWith("-")) return { preloads: found, folder: path.resolve(args[at]) };
  }
  return { preloads: found, folder: undefined };
}

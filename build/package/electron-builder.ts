/**
 * How the app is packaged: what goes in, and under what names. A package made
 * on the stand-in runtime says so in its name and is never a release.
 */
import type { Configuration } from "electron-builder";
import path from "node:path";
import { projectRoot } from "../setup/project.ts";
import type { Runtime } from "../setup/runtime.ts";

const APP = "lab-dispatcher";

/** The packages that the bundles leave outside; all others are in the bundles already. */
const PACKAGES_INSIDE = ["better-sqlite3"];

export function describePackage(runtime: Runtime): Configuration {
  return {
    appId: "org.lab-dispatcher.app",
    executableName: nameApp(runtime),
    artifactName: `${nameApp(runtime)}-\${version}-\${os}-\${arch}.\${ext}`,
    electronVersion: runtime.version,
    electronDist: path.dirname(runtime.executable),
    directories: { output: "dist", buildResources: "build/icons" },
    files: [
      "package.json",
      "out/**",
      "!out/**/*.map",
      "!out/sources.sha256",
      `!node_modules/!(${PACKAGES_INSIDE.join("|")})/**`,
      "!node_modules/better-sqlite3/{deps,src}/**",
      "!node_modules/better-sqlite3/prebuilds/!(${platform}-${arch}).node",
    ],
    asar: true,
    asarUnpack: ["node_modules/better-sqlite3/**"],
    extraResources: runtime.sqliteBinding ? [{ from: runtime.sqliteBinding, to: "better_sqlite3.node" }] : [],
    // better-sqlite3 brings builds that fit every Electron: there is nothing to build again.
    npmRebuild: false,
    publish: null,
    linux: { icon: "icon.png", category: "Science" },
    mac: { icon: "icon.png", category: "public.app-category.utilities" },
    win: { icon: "icon.png" },
  };
}

/** Where `npm run package` leaves the unpacked app on Linux. */
export function locatePackagedApp(runtime: Runtime): { folder: string; executable: string } {
  const folder = path.join(projectRoot, "dist", `${nameApp(runtime)}-linux`);
  return { folder, executable: path.join(folder, nameApp(runtime)) };
}

function nameApp(runtime: Runtime): string {
  return runtime.standIn ? `${APP}-standin` : APP;
}

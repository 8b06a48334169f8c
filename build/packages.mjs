/**
 * The project's packages: whether node_modules holds what package-lock.json
 * asks for, and `npm ci` when it does not.
 *
 * The judge is npm's own record of what it installed, which it writes last: an
 * interrupted install is done again, and one made by hand with npm counts.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const nodeBinary = process.platform === "win32" ? "node.exe" : "node";

/** The Node that runs the project's own TypeScript; a development package, so the same everywhere. */
export const pinnedNode = path.join(projectRoot, "node_modules", "node", "bin", nodeBinary);

const REGISTRY_PATIENCE = 10_000;
const NO_NETWORK = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)\b/;

/** Costs a few milliseconds when everything is there. Throws an error whose message is for the user. */
export async function installPackages() {
  const complete = packagesAreInstalled();
  if (complete && existsSync(pinnedNode)) return;
  console.error("Installing the packages with npm ci: about a minute the first time.");
  const trouble = await findNetworkTrouble();
  // Without install scripts: one of them would build a native module that the package brings ready-made.
  if (!complete) await runNpm(trouble, "ci", "--ignore-scripts");
  // The one script that is needed: it fetches the pinned Node for this system.
  await runNpm(trouble, "rebuild", "node", "--ignore-scripts=false");
  if (!existsSync(pinnedNode)) {
    throw new Error(
      'npm did not install the Node that this project pins (the package "node"). Run: npm rebuild node',
    );
  }
}

function packagesAreInstalled() {
  const installed = readLockedPackages("node_modules", ".package-lock.json");
  if (!installed) return false;
  const wanted = Object.entries(readLockedPackages("package-lock.json"));
  return wanted.every(
    ([folder, entry]) =>
      folder === "" || !isNeededHere(entry) || installed[folder]?.version === entry.version,
  );
}

/** Optional packages are mostly builds for other machines; those with a libc may be for either. */
function isNeededHere({ optional, os, cpu, libc }) {
  if (!optional) return true;
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc);
}

function readLockedPackages(...names) {
  const file = path.join(projectRoot, ...names);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : undefined;
}

/** Asked first, because npm itself tries an unreachable registry for minutes. Undefined means it answers. */
async function findNetworkTrouble() {
  const { exitCode, errors } = await spawnNpm(["ping", "--fetch-retries=0", "--loglevel=error"], {
    timeout: REGISTRY_PATIENCE,
  });
  if (exitCode === null) return "no answer in 10 seconds";
  return NO_NETWORK.exec(errors)?.[1];
}

/**
 * Without the network npm may still find everything in its cache.
 * It warns at length that Node 20 is old for some packages; they run on the pinned one.
 */
async function runNpm(trouble, ...args) {
  const quietly = ["--loglevel=error", "--no-audit", "--no-fund"];
  const { exitCode, errors } = await spawnNpm([
    ...args,
    trouble ? "--offline" : "--prefer-offline",
    ...quietly,
  ]);
  if (exitCode === 0) return;
  const cause = trouble ?? NO_NETWORK.exec(errors)?.[1];
  throw new Error(
    cause
      ? `The packages are not all installed, and npm cannot reach its registry (${cause}). Connect this machine ` +
          "to the network, or set npm's proxy or registry, then run the command again."
      : `${errors.trim()}\nnpm ${args[0]} failed: nothing can run before it succeeds.`,
  );
}

/** npm names its own program to the scripts that it runs; calling that works on every system. */
function spawnNpm(args, options) {
  const [command, ...npm] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...npm, ...args], {
      cwd: projectRoot,
      stdio: ["ignore", "ignore", "pipe"],
      ...options,
    });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errors += text;
    });
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ exitCode, errors }));
  });
}

/**
 * What Electron needs of a Linux system: shared libraries, a display server
 * where there is no display, and a compiler where something must be built.
 *
 * The loader itself is asked which libraries are missing, so this holds on any
 * distribution. Only root on a Debian-like system gets them installed; everyone
 * else gets the command to run.
 */
import { captureCommand, isOnPath } from "./commands.ts";
import { SetUpFailure } from "./set-up-failure.ts";

const ELECTRON_PACKAGES = [
  "libgtk-3-0",
  "libnss3",
  "libasound2",
  "libgbm1",
  "libxss1",
  "libxtst6",
  "libatk-bridge2.0-0",
  "libdrm2",
  "libxkbcommon0",
  "libcups2",
  "libxshmfence1",
];
const DISPLAY_PACKAGES = ["xvfb", "xauth"];
const COMPILER_PACKAGES = ["build-essential", "python3"];

export async function requireElectronLibraries(executable: string): Promise<void> {
  if (process.platform !== "linux") return;
  await requirePackages(ELECTRON_PACKAGES, () => listMissingLibraries(executable));
}

export async function requireDisplayServer(): Promise<void> {
  await requirePackages(DISPLAY_PACKAGES, () => listMissingCommands("Xvfb"));
}

export async function requireCompiler(): Promise<void> {
  await requirePackages(COMPILER_PACKAGES, () => listMissingCommands("make", "g++", "python3"));
}

/** Installs `packages` if `findMissing` names something, and makes sure that this helped. */
async function requirePackages(
  packages: readonly string[],
  findMissing: () => Promise<string[]>,
): Promise<void> {
  const missing = await findMissing();
  if (missing.length === 0) return;
  const names = await Promise.all(packages.map(nameHere));
  const command = `apt-get install ${names.join(" ")}`;
  if (!isOnPath("apt-get")) {
    throw new SetUpFailure(
      `This system lacks ${missing.join(", ")}. Install them with its package manager, then run the command again ` +
        `(on Debian and Ubuntu: sudo ${command}).`,
    );
  }
  if (process.getuid?.() !== 0) {
    throw new SetUpFailure(`This system lacks ${missing.join(", ")}. Run: sudo ${command}`);
  }
  console.log(`Installing what this system lacks (${missing.join(", ")}): ${command}`);
  const words = await installPackages(names);
  const stillMissing = await findMissing();
  if (stillMissing.length > 0) {
    throw new SetUpFailure(
      `This system still lacks ${stillMissing.join(", ")}, because apt-get could not install them: ${words} ` +
        `Connect this machine to the network and run: apt-get install ${names.join(" ")}`,
    );
  }
}

/** Resolves to the last complaint of apt-get, if it had any. */
async function installPackages(names: readonly string[]): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const quickly = ["-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=15"];
  await captureCommand("apt-get", ["update", "--quiet", ...quickly], { env });
  const install = ["install", "--yes", "--quiet", "--no-install-recommends", ...quickly, ...names];
  const { output } = await captureCommand("apt-get", install, { env });
  return output.split("\n").findLast((line) => line.startsWith("E: ")) ?? "";
}

/** Newer Debians renamed some libraries when their time stamps grew to 64 bits. */
async function nameHere(name: string): Promise<string> {
  if (!name.startsWith("lib") || !isOnPath("apt-cache")) return name;
  const { exitCode } = await captureCommand("apt-cache", ["show", `${name}t64`]);
  return exitCode === 0 ? `${name}t64` : name;
}

async function listMissingLibraries(executable: string): Promise<string[]> {
  const { output } = await captureCommand("ldd", [executable]);
  return output.split("\n").flatMap((line) => /^\s*(\S+) => not found/.exec(line)?.[1] ?? []);
}

function listMissingCommands(...commands: string[]): Promise<string[]> {
  return Promise.resolve(commands.filter((command) => !isOnPath(command)));
}

/** A disk of a few megabytes, in memory, that only the processes started in it see; it goes with this object. */

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import path from "node:path";

/** Ways to be allowed to mount: as somebody who seems to be root in a world of his own, or as root. */
const WAYS = [
  { unshare: ["-r", "-m"], nsenter: ["-U", "-m", "--preserve-credentials"] },
  { unshare: ["-m"], nsenter: ["-m"] },
] as const;

const MOUNT = 'mount -t tmpfs -o "size=$2" lab "$1" && echo ready && exec cat';

const wayHere = () =>
  WAYS.find(({ unshare, nsenter }) => {
    const mounting = spawnSync("unshare", [...unshare, "sh", "-c", MOUNT, "-", "/mnt", "64k"], { input: "" });
    return mounting.status === 0 && spawnSync("nsenter", [...nsenter, "--help"]).status === 0;
  });

/** Why there can be none; undefined if there can. */
export function smallDiskMissing(): string | undefined {
  if (process.platform !== "linux") return "a small disk is made as Linux does it";
  return wayHere() === undefined ? "nothing may be mounted here" : undefined;
}

export class SmallDisk {
  /** As those in it see it. */
  readonly folder: string;
  /** Words that start a program in it. */
  readonly within: readonly [string, ...string[]];
  readonly #holder: ChildProcess;

  /** `folder` is made; it stays empty for others. */
  static async mount(folder: string, size: string): Promise<SmallDisk> {
    const way = wayHere();
    if (way === undefined) throw new Error("nothing may be mounted here");
    mkdirSync(folder);
    const holder = spawn("unshare", [...way.unshare, "sh", "-c", MOUNT, "-", folder, size], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    await once(holder.stdout, "data");
    return new SmallDisk(folder, holder, way.nsenter);
  }

  private constructor(folder: string, holder: ChildProcess, nsenter: readonly string[]) {
    this.folder = folder;
    this.#holder = holder;
    this.within = ["nsenter", "-t", String(holder.pid), ...nsenter, "--"];
  }

  /** A path of it, for plain reads and writes from outside. */
  outside(...names: string[]): string {
    return path.join(`/proc/${String(this.#holder.pid)}/root${this.folder}`, ...names);
  }

  makeReadOnly(): void {
    const [program, ...words] = this.within;
    const args = [...words, "mount", "-o", "remount,ro", this.folder];
    const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`the disk can't be made read-only: ${stderr}`);
  }

  async unmount(): Promise<void> {
    this.#holder.stdin?.end();
    if (this.#holder.exitCode === null) await once(this.#holder, "exit");
  }
}

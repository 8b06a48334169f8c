/**
 * Looking after the database that this process has open: verification and backups, each in a thread of its own that ends with it,
 * so that neither the actor nor the rest of the process waits.
 */

import { Worker } from "node:worker_threads";
import type { Millis } from "../model.ts";
import { keepBackups, nextBackupAt } from "./backups.ts";
import type { Backup } from "./sqlite/care/backup.ts";
import type { VerifyReport } from "./sqlite/care/verify.ts";
import { DatabaseRefused } from "./sqlite/refused.ts";

export interface CareOptions {
  /** Path of the compiled SQLite addon, where the package's own doesn't fit the runtime. */
  readonly nativeBinding?: string | undefined;
  /** The thread as a bundle; its source if absent. */
  readonly workerFile?: string | URL | undefined;
  /** Gives it up: the thread ends, and the promise is refused with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export type CareTask = { readonly file: string; readonly nativeBinding: string | undefined } & (
  { readonly care: "verify" } | { readonly care: "backup"; readonly to: string; readonly wall: Millis }
);

export type CareDone = { readonly done: VerifyReport | Backup } | { readonly refused: string };

/** @throws DatabaseRefused as `verify` */
export function verifyInBackground(file: string, options: CareOptions = {}): Promise<VerifyReport> {
  return inThread<VerifyReport>({ care: "verify", file, nativeBinding: options.nativeBinding }, options);
}

/** A verified backup in the folder, or of the name, `to`. @throws DatabaseRefused as `backUp` */
export function backUpInBackground(
  file: string,
  to: string,
  wall: Millis,
  options: CareOptions = {},
): Promise<Backup> {
  return inThread<Backup>({ care: "backup", file, to, wall, nativeBinding: options.nativeBinding }, options);
}

export interface BackupPlan extends CareOptions {
  readonly folder: string;
  /** How many stay. */
  readonly keep: number;
  /** How long from one to the next; a day if absent. */
  readonly every?: Millis | undefined;
}

/**
 * If a backup of `file` is due at `wall`, makes it, and only then removes those that are too many. Gives null if none was
 * due. To be called at the start and every few minutes; never while an earlier call is open.
 * @throws DatabaseRefused as `backUp`
 */
export async function backUpIfDue(file: string, wall: Millis, plan: BackupPlan): Promise<Backup | null> {
  const { folder, keep, every } = plan;
  if (wall < nextBackupAt(folder, file, wall, every)) return null;
  const backup = await backUpInBackground(file, `${folder}/`, wall, plan);
  keepBackups(folder, file, keep);
  return backup;
}

function inThread<Done>(task: CareTask, { workerFile, signal }: CareOptions): Promise<Done> {
  signal?.throwIfAborted();
  const worker = new Worker(workerFile ?? new URL("care-worker.ts", import.meta.url), { workerData: task });
  const giveUp = () => void worker.terminate();
  signal?.addEventListener("abort", giveUp, { once: true });
  return new Promise<Done>((resolve, reject) => {
    worker.once("message", (message: CareDone) => {
      if ("refused" in message) reject(new DatabaseRefused(message.refused));
      else resolve(message.done as Done);
    });
    worker.once("error", reject);
    worker.once("exit", () => reject(givenUp(task, signal)));
  }).finally(() => signal?.removeEventListener("abort", giveUp));
}

function givenUp({ care, file }: CareTask, signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  if (reason instanceof Error) return reason;
  return new Error(`The ${care === "verify" ? "verification" : "backup"} of ${file} was cut off. Try again.`);
}

/**
 * The folder of a lab's backups: their names carry the time (UTC), the oldest go when there are enough, and the last
 * one tells when the next is due. What has no such name is left alone.
 */

import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { Millis } from "../model.ts";
import { isoTime } from "./clock.ts";

export const DAILY: Millis = 86_400_000;

export interface KeptBackup {
  readonly file: string;
  /** When it was begun, whole seconds. */
  readonly at: Millis;
}

/** `2026-12-01T005713Z`: sorts by time, and is a file's name everywhere. */
export const stampOf = (wall: Millis): string => `${isoTime(wall).slice(0, 19).replaceAll(":", "")}Z`;

const STAMP = /^(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d)Z$/;

export const backupName = (file: string, wall: Millis): string => `${stemOf(file)}-${stampOf(wall)}.db`;

/** The backups of `file` in `folder`, the latest first. */
export function backupsIn(folder: string, file: string): readonly KeptBackup[] {
  return named(folder, file, ".db");
}

/**
 * When the next backup should be made, one every `every`. A backup of the future, as after the clock was set back, makes
 * nobody wait.
 */
export function nextBackupAt(folder: string, file: string, now: Millis, every: Millis = DAILY): Millis {
  const last = backupsIn(folder, file).find(({ at }) => at <= now);
  return last === undefined ? now : last.at + every;
}

/**
 * Removes all but the `count` latest backups of `file`, and what a crash left unfinished before the latest. Gives what
 * was removed.
 */
export function keepBackups(folder: string, file: string, count: number): readonly string[] {
  const backups = backupsIn(folder, file);
  const latest = backups[0]?.at ?? -Infinity;
  const dead = named(folder, file, ".db.unfinished").filter(({ at }) => at < latest);
  const gone = [...backups.slice(Math.max(count, 1)), ...dead].map((backup) => backup.file);
  for (const each of gone) rmSync(each, { force: true });
  return gone;
}

function named(folder: string, file: string, ending: string): KeptBackup[] {
  mkdirSync(folder, { recursive: true });
  const start = `${stemOf(file)}-`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && name.endsWith(ending))
    .flatMap((name) => {
      const at = timeIn(name.slice(start.length, -ending.length));
      return at === undefined ? [] : [{ file: join(folder, name), at }];
    })
    .sort((a, b) => b.at - a.at);
}

function timeIn(stamp: string): Millis | undefined {
  const [, day, hours, minutes, seconds] = STAMP.exec(stamp) ?? [];
  if (day === undefined) return undefined;
  const at = Date.parse(`${day}${hours ?? ""}:${minutes ?? ""}:${seconds ?? ""}Z`);
  return Number.isNaN(at) ? undefined : at;
}

const stemOf = (file: string): string => basename(file, extname(file));

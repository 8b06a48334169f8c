/**
 * What may have run after a backup was taken (rule D7). The backup itself tells what could have run without any
 * operator; the file that it replaces, if it can still be read and goes on where the backup ends, tells what did.
 */

import Database from "better-sqlite3";
import { existsSync } from "node:fs";
import type { Job } from "../../../job.ts";
import type { ClaimToken, JobId, Millis, Phase } from "../../../model.ts";
import { rebuildJobs, type StoredLab } from "../../../stored-lab.ts";
import type { SqliteOptions } from "../sqlite-options.ts";

/** In the order of submission. */
export interface MayHaveRun {
  /** Claimed when the backup was taken. */
  readonly claimed: readonly JobId[];
  /** Ready to be claimed then. */
  readonly ready: readonly JobId[];
  /** Waiting then for a time, or for jobs that may have run. */
  readonly later: readonly JobId[];
}

/** O(jobs + edges). */
export function mayHaveRun(stored: Pick<StoredLab, "jobs" | "edges" | "clock">): MayHaveRun {
  const jobs = rebuildJobs(stored);
  const able = new Set<Job>();
  const groups = { claimed: [] as Job[], ready: [] as Job[], later: [] as Job[] };
  // A job's rank is above those of the jobs that it needs.
  for (const job of jobs.toSorted((a, b) => a.rank - b.rank)) {
    const group = groupOf(job, able, stored.clock);
    if (group === undefined) continue;
    able.add(job);
    groups[group].push(job);
  }
  return { claimed: idsOf(groups.claimed), ready: idsOf(groups.ready), later: idsOf(groups.later) };
}

function groupOf(job: Job, able: ReadonlySet<Job>, clock: Millis): keyof MayHaveRun | undefined {
  if (job.phase === "claimed") return "claimed";
  if (job.phase !== "open" || job.hold !== undefined) return undefined;
  if (job.unmet === 0 && job.notBefore === 0 && job.eligibleAt <= clock) return "ready";
  const isAble = job.prerequisites.every((needed) => needed.phase === "completed" || able.has(needed));
  return isAble ? "later" : undefined;
}

const idsOf = (jobs: Job[]): JobId[] => jobs.sort((a, b) => a.key - b.key).map(({ id }) => id);

/** What the replaced file tells. */
export interface SinceBackup {
  readonly events: number;
  /** Jobs that a robot had at some time since. */
  readonly ran: readonly Ran[];
  /** Jobs that the backup doesn't know. */
  readonly submitted: readonly JobId[];
}

export interface Ran {
  readonly id: JobId;
  /** What it came to in the replaced file. */
  readonly phase: Phase;
  /** Who claimed it last. */
  readonly robot: string | null;
  /** Whether the backup knows it. */
  readonly isKnown: boolean;
}

export interface Replaced {
  /** The last token that it gave; undefined if that can't be read. */
  readonly lastToken: ClaimToken | undefined;
  readonly since: SinceBackup | undefined;
  /** Why it can't be told what ran; undefined if it can. */
  readonly problem: string | undefined;
}

export interface ChainEnd {
  readonly lastEvent: number;
  /** Hex. */
  readonly lastHash: string;
}

/** Reads `file`, which may be damaged, without changing it. */
export function readReplaced(file: string, backup: ChainEnd, options: SqliteOptions): Replaced {
  if (!existsSync(file)) {
    return { lastToken: undefined, since: undefined, problem: "no file was replaced" };
  }
  let lastToken: ClaimToken | undefined;
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { ...options, readonly: true });
    lastToken = sensible(db.prepare("SELECT last_token FROM lab").pluck().get());
    if (!goesOn(db, backup)) {
      return {
        lastToken,
        since: undefined,
        problem: "the replaced file doesn't go on where the backup ends",
      };
    }
    return { lastToken, since: readSince(db, backup.lastEvent), problem: undefined };
  } catch (error) {
    const problem = `the replaced file can't be read (${(error as Error).message})`;
    return { lastToken, since: undefined, problem };
  } finally {
    db?.close();
  }
}

/** A damaged page may hold any number. */
const sensible = (token: unknown): ClaimToken | undefined =>
  Number.isSafeInteger(token) && Number(token) >= 0 && Number(token) < Number.MAX_SAFE_INTEGER / 2
    ? Number(token)
    : undefined;

function goesOn(db: Database.Database, { lastEvent, lastHash }: ChainEnd): boolean {
  if (lastEvent === 0) return true;
  const hash = db.prepare("SELECT hash FROM event WHERE seq = ?").pluck().get(lastEvent) as
    Buffer | undefined;
  return hash?.toString("hex") === lastHash;
}

/** A claim that was running at the backup shows by how it ended. */
const RAN = ["claimed", "extended", "completed", "failed", "expired", "takenBack", "late"];

function readSince(db: Database.Database, lastEvent: number): SinceBackup {
  const kinds = RAN.map((kind) => `'${kind}'`).join(", ");
  const ran = db
    .prepare(
      `SELECT id, phase,
         (SELECT actor FROM event WHERE event.job = job.key AND kind = 'claimed' ORDER BY seq DESC LIMIT 1) AS robot,
         NOT EXISTS (SELECT 1 FROM event WHERE event.job = job.key AND kind = 'submitted' AND seq > :last) AS isKnown
       FROM job WHERE key IN (SELECT job FROM event WHERE seq > :last AND kind IN (${kinds})) ORDER BY key`,
    )
    .all({ last: lastEvent }) as (Omit<Ran, "isKnown"> & { isKnown: number })[];
  const submitted = db
    .prepare(
      `SELECT id FROM event JOIN job ON job.key = event.job
       WHERE seq > ? AND kind = 'submitted' ORDER BY seq`,
    )
    .pluck()
    .all(lastEvent) as JobId[];
  const events = db.prepare("SELECT count(*) FROM event WHERE seq > ?").pluck().get(lastEvent) as number;
  return { events, ran: ran.map((each) => ({ ...each, isKnown: each.isKnown === 1 })), submitted };
}

/**
 * Is a file sound in itself? SQLite's own checks, and that each job's row is what its events make of it.
 */

import type Database from "better-sqlite3";

/** What is wrong with it, a sentence each. */
export function wrongIn(db: Database.Database): string[] {
  const integrity = db.pragma("integrity_check", { simple: true }) as string;
  // What a damaged file says of its rows says nothing.
  if (integrity !== "ok") return [`the file is damaged: ${integrity}`];
  const dangling = db.pragma("foreign_key_check") as readonly unknown[];
  const half = ROWS_BESIDE_EVENTS.flatMap(([what, condition]) => {
    const ids = db.prepare(`SELECT id FROM job WHERE ${condition} LIMIT 3`).pluck().all() as string[];
    return ids.length === 0 ? [] : [`half applied: ${what} of ${ids.join(", ")} is not what the events say`];
  });
  const lab = LAB_BESIDE_ROWS.filter(([, sql]) => db.prepare(sql).pluck().get() !== 1).map(
    ([what]) => `half applied: ${what}`,
  );
  return [...dangling.map((row) => `a row refers to none: ${JSON.stringify(row)}`), ...half, ...lab];
}

const events = (what: string, ...kinds: string[]): string =>
  `(SELECT ${what} FROM event WHERE event.job = job.key AND kind IN (${kinds.map((kind) => `'${kind}'`).join()}))`;

const latest = (column: string, ...kinds: string[]): string =>
  `(SELECT ${column} FROM event WHERE event.job = job.key AND kind IN (${kinds.map((kind) => `'${kind}'`).join()})
    ORDER BY seq DESC LIMIT 1)`;

const ROWS_BESIDE_EVENTS: readonly (readonly [string, string])[] = [
  ["the submission", `${events("count(*)", "submitted")} <> 1`],
  ["the number of claims", `attempts <> ${events("count(*)", "claimed")}`],
  ["the number of failures", `lifetime_failures <> ${events("count(*)", "failed", "expired")}`],
  ["the token", `token IS NOT ${latest("token", "claimed")}`],
  ["the deadline", `phase = 'claimed' AND deadline IS NOT ${latest("deadline", "claimed", "extended")}`],
  ["the priority", `priority <> ${latest("priority", "submitted", "priority")}`],
  ["the completion", `(phase = 'completed') <> (${events("count(*)", "completed", "completedByHand")} > 0)`],
  ["the cancellation", `(phase = 'cancelled') <> (${events("count(*)", "cancelled")} > 0)`],
  [
    "the quarantine",
    `(phase = 'quarantined') <> (phase NOT IN ('completed', 'cancelled') AND coalesce(
      ${latest("kind", "quarantined", "released", "redriven")}, '') = 'quarantined')`,
  ],
  [
    "the list of prerequisites",
    `(SELECT coalesce(json_group_array(id), '[]') FROM (SELECT needed.id FROM prerequisite
       JOIN job AS needed ON needed.key = needs WHERE prerequisite.job = job.key ORDER BY place))
     <> ${latest("needs", "submitted", "prerequisites")}`,
  ],
];

const LAB_BESIDE_ROWS: readonly (readonly [string, string])[] = [
  [
    "the lab's last token is behind that of a claim",
    "SELECT last_token >= (SELECT coalesce(max(token), 0) FROM event) FROM lab",
  ],
  [
    "the lab's last position is behind a job's",
    "SELECT last_position >= (SELECT coalesce(max(position), 0) FROM job) FROM lab",
  ],
  [
    "the lab's counts of what is finished are not those of its jobs",
    `SELECT completed = (SELECT count(*) FROM job WHERE phase = 'completed')
       AND cancelled = (SELECT count(*) FROM job WHERE phase = 'cancelled') FROM lab`,
  ],
  ["the numbers of events have a gap", "SELECT count(*) = coalesce(max(seq), 0) FROM event"],
];

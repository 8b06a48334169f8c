/** The machine sleeps: the process is stopped for three leases, and goes on. */

import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { LabProcess } from "../harness/lab-process.ts";
import type { Bench, Result, Row } from "../row.ts";

/** Milliseconds. By rule T5 a sleep costs five seconds: what is left of this must do for a busy machine. */
const LEASE = { short: 6_500, long: 30_000 };
const ROBOTS = 10;

export const suspended: Row = {
  name: "suspended",
  rules: "[T5]",
  holds:
    "a sleep of three leases ends no claim that had more than five seconds left, and time goes on afterwards",
  missing: () => (process.platform === "win32" ? "Windows doesn't stop processes by a signal" : undefined),
  run,
  mutants: [
    {
      breaks: "A gap of more than five seconds counts as five.",
      file: "engine/durable/clock.ts",
      find: "const LONGEST_GAP: Millis = 5_000;",
      replace: "const LONGEST_GAP: Millis = 5_000_000;",
    },
  ],
};

async function run({ root, folder, size }: Bench): Promise<Result> {
  const file = path.join(folder, "lab.db");
  const lease = LEASE[size];
  const lab = new LabProcess({ root });
  const findings: string[] = [];
  await lab.open({ file, lease, onExpiry: "retry" });
  const jobs = Array.from({ length: ROBOTS + 1 }, (_, n) => ({ id: `job-${n}`, backoff: 600_000 }));
  await lab.perform({ name: "submitMany", jobs });
  // One is not to outlast the five seconds that the sleep counts for.
  const brief = await lab.perform({ name: "claim", lease: 2_000 });
  const claims = await Promise.all(jobs.slice(1).map(() => lab.perform({ name: "claim" })));

  lab.kill("SIGSTOP");
  await pause(3 * lease);
  lab.kill("SIGCONT");

  const beats = claims.map((claim) =>
    lab
      .perform({ name: "heartbeat", id: claim?.id ?? "", token: claim?.token })
      .catch((error: unknown) =>
        findings.push(`${claim?.id ?? "nothing"} was lost in the sleep: ${String(error)}`),
      ),
  );
  await Promise.all(beats);
  const { counts } = (await lab.look()).news;
  await lab.leave();
  const expired = expiredIn(file);
  if (counts.claimed !== ROBOTS) findings.push(`${counts.claimed} jobs are claimed, not ${ROBOTS}`);
  if (expired.length !== 1 || expired[0] !== brief?.id) {
    findings.push(`expired are ${expired.join(", ") || "none"}, not ${brief?.id ?? "nothing"} alone`);
  }
  return { figures: { "lease, ms": lease, "stopped for, ms": 3 * lease, kept: counts.claimed }, findings };
}

function expiredIn(file: string): string[] {
  const db = new Database(file, { readonly: true });
  const ids = db
    .prepare("SELECT id FROM event JOIN job ON key = event.job WHERE kind = 'expired'")
    .pluck()
    .all();
  db.close();
  return ids as string[];
}

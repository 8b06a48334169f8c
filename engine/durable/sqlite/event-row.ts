/**
 * What happened as a row of the table `event`, with its results: whoever reads it need not decide anything again. Each
 * row holds a hash over itself and the hash of the row before, so that none can be changed or taken out unnoticed
 * (rule D4).
 */

import { hash } from "node:crypto";
import type { JobChange, Submitted } from "../../changes.ts";
import { NEVER, type Job } from "../../job.ts";
import type { Circumstances, Told } from "../journal.ts";
import type { Value } from "./job-row.ts";

/** The order in which the hash takes them, too: it is never changed. */
export const EVENT_COLUMNS = [
  "seq",
  "at",
  "clock",
  "kind",
  "command",
  "job",
  "actor",
  "reason",
  "code",
  "attempt",
  "token",
  "deadline",
  "delay",
  "eligible_at",
  "position",
  "priority",
  "quarantine_order",
  "cause",
  "needs",
  "facts",
  "result",
  "jump",
] as const;

/** The chain begins with it. */
export const NO_HASH: Buffer = Buffer.alloc(32);

/** The hash of a row whose columns are `values`, behind one whose hash is `before`. */
export const hashOf = (before: Buffer, values: readonly Value[]): Buffer =>
  hash("sha256", Buffer.concat([before, Buffer.from(JSON.stringify(values))]), "buffer");

/** In the order of EVENT_COLUMNS. */
export function eventValues(seq: number, told: Told, circumstances: Circumstances): Value[] {
  const { actor, command, reason, code, result, clock, at } = circumstances;
  const results = resultsOf(told);
  return [
    seq,
    at,
    clock,
    told.kind,
    command,
    results.job ?? null,
    storable(actor),
    storable(results.reason ?? reason),
    storable(code),
    results.attempt ?? null,
    results.token ?? null,
    results.deadline ?? null,
    results.delay ?? null,
    results.eligibleAt ?? null,
    results.position ?? null,
    results.priority ?? null,
    results.order ?? null,
    results.cause ?? null,
    results.needs ?? null,
    results.facts ?? null,
    result,
    results.jump ?? null,
  ];
}

/** UTF-8 has no half characters: the hash is of what the file will hold. */
const storable = <Text extends string | null>(text: Text): Text => (text && text.toWellFormed()) as Text;

interface Results {
  readonly job?: number;
  readonly reason?: string | null;
  readonly attempt?: number;
  readonly token?: number;
  readonly deadline?: number | null;
  readonly delay?: number;
  readonly eligibleAt?: number;
  readonly position?: number;
  readonly priority?: number;
  readonly order?: number;
  readonly cause?: number | undefined;
  readonly needs?: string;
  readonly facts?: string;
  readonly jump?: number;
}

function resultsOf(told: Told): Results {
  if (told.kind === "clockJumped") return { jump: told.by };
  if (told.kind === "late") return { job: told.job.key, token: told.token };
  return "job" in told ? resultsOfChange(told) : {};
}

function resultsOfChange(change: JobChange): Results {
  const job = change.job.key;
  switch (change.kind) {
    case "submitted": {
      const { position, priority, eligibleAt, prerequisites } = change.job;
      return { job, position, priority, eligibleAt, needs: idsOf(prerequisites), facts: factsOf(change) };
    }
    case "claimed":
    case "extended":
      return { ...claimOf(change.job), deadline: change.deadline === NEVER ? null : change.deadline };
    case "completed":
      return claimOf(change.job);
    case "takenBack":
      return { ...claimOf(change.job), eligibleAt: change.eligibleAt };
    case "failed":
    case "expired": {
      const { retry } = change;
      if (retry === undefined) return claimOf(change.job);
      const { delay, eligibleAt, position } = retry;
      return { ...claimOf(change.job), delay, eligibleAt, position };
    }
    case "quarantined":
      return { job, order: change.order, cause: change.cause?.key };
    case "redriven":
      return { job, eligibleAt: change.eligibleAt };
    case "released":
    case "cancelled":
      return { job, cause: change.cause?.key };
    case "prerequisites":
      return { job, needs: idsOf(change.prerequisites) };
    case "priority":
      return { job, priority: change.priority };
    case "held":
      // A hold that nobody commanded has a reason of its own.
      return { job, reason: change.hold.reason };
    case "completedByHand":
    case "unheld":
    case "due":
      return { job };
  }
}

/** The claim that it is about: a job keeps the numbers of its latest. */
const claimOf = ({ key, attempts, token }: Job) => ({ job: key, attempt: attempts, token });

const idsOf = (jobs: readonly Job[]): string => JSON.stringify(jobs.map(({ id }) => id));

/** What a job was submitted with that no later event tells. */
function factsOf({ job, payload, labels }: Submitted): string {
  const { requires, maxFailures, backoffFactor, backoffMax, jitter, onExpiry } = job.terms;
  return JSON.stringify({
    id: job.id,
    backoff: job.backoff,
    notBefore: job.notBefore || undefined,
    requires: requires.length === 0 ? undefined : requires,
    maxFailures,
    backoffFactor: backoffFactor === 1 ? undefined : backoffFactor,
    backoffMax,
    jitter: jitter || undefined,
    onExpiry,
    payload: payload ?? undefined,
    labels: labels.length === 0 ? undefined : labels,
  });
}

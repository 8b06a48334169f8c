/**
 * A stored event, and the change that it tells of. Nothing is decided here: what the event doesn't say is read from
 * what the one before it said (rule D4).
 */

import type { Given, JobChange } from "../../../changes.ts";
import { NEVER, newJob, NO_JOBS, type Job, type Terms } from "../../../job.ts";
import type { OnExpiry } from "../../../model.ts";
import { termsRequiring } from "../../../submission.ts";
import { ENGINE } from "../../journal.ts";
import type { Value } from "../job-row.ts";

export interface StoredEvent {
  readonly seq: number;
  readonly at: number;
  readonly clock: number;
  readonly kind: string;
  readonly command: string | null;
  readonly job: number | null;
  readonly actor: string;
  readonly reason: string | null;
  readonly attempt: number | null;
  readonly token: number | null;
  readonly deadline: number | null;
  readonly delay: number | null;
  readonly eligibleAt: number | null;
  readonly position: number | null;
  readonly priority: number | null;
  readonly quarantineOrder: number | null;
  readonly cause: number | null;
  readonly needs: string | null;
  readonly facts: string | null;
  readonly result: string | null;
}

/** `values`: in the order of EVENT_COLUMNS. */
export function storedEvent(values: readonly Value[]): StoredEvent {
  const number = (place: number) => values[place] as number;
  const text = (place: number) => values[place] as string;
  return {
    seq: number(0),
    at: number(1),
    clock: number(2),
    kind: text(3),
    command: text(4),
    job: number(5),
    actor: text(6),
    reason: text(7),
    attempt: number(9),
    token: number(10),
    deadline: number(11),
    delay: number(12),
    eligibleAt: number(13),
    position: number(14),
    priority: number(15),
    quarantineOrder: number(16),
    cause: number(17),
    needs: text(18),
    facts: text(19),
    result: text(20),
  };
}

/** What an event of the kind `submitted` tells in `facts`; older ones tell null for what is absent. */
interface Facts {
  readonly id: string;
  readonly backoff: number;
  readonly notBefore?: number | null;
  readonly requires?: readonly string[] | null;
  readonly station?: string | null;
  readonly maxFailures?: number | null;
  readonly backoffFactor?: number | null;
  readonly backoffMax?: number | null;
  readonly jitter?: number | null;
  readonly onExpiry?: OnExpiry | null;
  readonly expectedMs?: number | null;
  readonly useBy?: number | null;
  readonly payload?: unknown;
  readonly labels?: readonly string[] | null;
}

export function submittedJob(event: StoredEvent): { job: Job; given: Given } {
  const facts = JSON.parse(event.facts ?? "{}") as Facts;
  const job = newJob(
    {
      key: event.job ?? 0,
      id: facts.id,
      backoff: facts.backoff,
      terms: termsIn(facts),
      priority: event.priority ?? 0,
      position: event.position ?? 0,
      eligibleAt: event.eligibleAt ?? 0,
      notBefore: facts.notBefore ?? 0,
    },
    NO_JOBS,
  );
  return {
    job,
    given: {
      payload: facts.payload ?? null,
      labels: facts.labels ?? [],
      expectedMs: facts.expectedMs ?? undefined,
      useBy: facts.useBy ?? undefined,
    },
  };
}

const termsIn = (facts: Facts): Terms => ({
  ...termsRequiring(facts.requires ?? [], facts.station ?? undefined),
  maxFailures: facts.maxFailures ?? undefined,
  backoffFactor: facts.backoffFactor ?? 1,
  backoffMax: facts.backoffMax ?? undefined,
  jitter: facts.jitter ?? 0,
  onExpiry: facts.onExpiry ?? undefined,
});

/**
 * What `event` makes of `job`; undefined for a kind that changes no job. `before` is the event before it. Jobs beside
 * `job` count only as being named or not, and prerequisites are compared elsewhere.
 */
export function changeIn(
  event: StoredEvent,
  job: Job,
  before: StoredEvent | undefined,
): JobChange | undefined {
  const cause = event.cause === null ? undefined : job;
  const eligibleAt = event.eligibleAt ?? 0;
  switch (event.kind) {
    case "claimed": {
      // A lease isn't told: it is how far the deadline lies ahead.
      const lease = event.deadline === null ? NEVER : event.deadline - event.clock;
      return { kind: "claimed", job, token: event.token ?? 0, lease, deadline: event.deadline ?? NEVER };
    }
    case "extended":
      return { kind: "extended", job, deadline: event.deadline ?? NEVER };
    case "failed":
    case "expired": {
      const { kind, delay, position } = event;
      const retry = delay === null ? undefined : { delay, eligibleAt, position: position ?? job.position };
      return { kind, job, retry };
    }
    case "quarantined":
      return { kind: "quarantined", job, cause, order: event.quarantineOrder ?? 0 };
    case "redriven":
    case "takenBack":
      return { kind: event.kind, job, eligibleAt };
    case "released":
      return { kind: "released", job, cause: job };
    case "cancelled":
      return { kind: "cancelled", job, cause };
    case "prerequisites":
      return { kind: "prerequisites", job, prerequisites: NO_JOBS };
    case "priority":
      return { kind: "priority", job, priority: event.priority ?? 0 };
    case "held":
      return { kind: "held", job, hold: holdIn(event, before) };
    case "completed":
    case "completedByHand":
    case "unheld":
    case "due":
      return { kind: event.kind, job };
    default:
      return undefined;
  }
}

/** Nobody holds a job whose lease ran out, or whose robot was too late: the engine does it, along with that. */
function holdIn(event: StoredEvent, before: StoredEvent | undefined) {
  const comesOf = event.command === "complete" ? "late" : event.command === null ? "expired" : undefined;
  const isByItself = event.actor === ENGINE && before?.job === event.job && before.kind === comesOf;
  return { by: isByItself ? null : textOf(event.actor), reason: textOf(event.reason) };
}

const textOf = (text: string | null): string | null => text?.trim() || null;

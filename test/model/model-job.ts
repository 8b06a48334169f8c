/** What the brute-force model remembers of a lab and its jobs, and how it answers. */

import type { JobId, JobState, OnExpiry, Phase, RejectionCode } from "../../engine/index.ts";

export type Outcome = { readonly ok: unknown } | { readonly error: RejectionCode };

/** The dispatcher's own options, and the seed of its chance. */
export interface LabSettings {
  readonly maxFailures: number;
  readonly lease?: number | undefined;
  readonly retryPosition?: "original" | "tail" | undefined;
  readonly onExpiry?: OnExpiry | undefined;
  readonly seed?: number | undefined;
}

export interface ModelJob {
  readonly id: JobId;
  readonly backoff: number;
  readonly backoffFactor: number;
  readonly backoffMax: number;
  readonly jitter: number;
  readonly maxFailures: number;
  readonly onExpiry: OnExpiry;
  readonly requires: readonly string[];
  priority: number;
  /** Place in the line; the lowest goes first. */
  position: number;
  after: readonly JobId[];
  phase: Phase;
  held: boolean;
  failures: number;
  lifetimeFailures: number;
  attempts: number;
  eligibleAt: number;
  /** Of the latest claim; 0 before the first. */
  token: number;
  /** Of the current claim; null without one. */
  lease: number | null;
  deadline: number | null;
  root: boolean;
  /** When it came into quarantine, counted. */
  order: number;
  byHand: boolean;
}

/** All that the rules speak of. */
export interface Facts {
  readonly settings: LabSettings;
  /** Gives the u of rule F2. */
  readonly random: () => number;
  clock: number;
  paused: boolean;
  /** How many claims, entries into quarantine and positions there have been. */
  tokens: number;
  orders: number;
  positions: number;
  /** In the order of submission. */
  jobs: ModelJob[];
}

export class Refusal extends Error {
  readonly code: RejectionCode;

  constructor(code: RejectionCode) {
    super(code);
    this.code = code;
  }
}

/** The same facts, to try something on. */
export const copyOf = (facts: Facts): Facts => ({ ...facts, jobs: facts.jobs.map((job) => ({ ...job })) });

export const isQuarantined = (job: ModelJob): boolean => job.phase === "quarantined";

export const isFinal = (job: ModelJob): boolean => job.phase === "completed" || job.phase === "cancelled";

export const has = (facts: Facts, id: JobId): boolean => facts.jobs.some((job) => job.id === id);

export function find(facts: Facts, id: JobId): ModelJob {
  const job = facts.jobs.find((each) => each.id === id);
  if (job === undefined) throw new Refusal("UNKNOWN_JOB");
  return job;
}

/** In the order of their submission. */
export const dependentsOf = (facts: Facts, job: ModelJob): ModelJob[] =>
  facts.jobs.filter((each) => each.after.includes(job.id));

/** The prerequisites that it waits for, as listed; what is final waits for nothing. */
export const unmetOf = (facts: Facts, job: ModelJob): JobId[] =>
  isFinal(job) ? [] : job.after.filter((id) => find(facts, id).phase !== "completed");

export function stateOf(facts: Facts, job: ModelJob): JobState {
  if (job.phase !== "open") return job.phase;
  if (unmetOf(facts, job).length > 0) return "blocked";
  if (job.held) return "held";
  return job.eligibleAt > facts.clock ? "waiting" : "ready";
}

/** Whether `id`, or anything not final that it waits for, is `target` (rule P1). */
export function waitsFor(facts: Facts, id: JobId, target: JobId): boolean {
  const reached = [id];
  for (const at of reached) {
    const job = find(facts, at);
    if (isFinal(job)) continue;
    if (at === target) return true;
    reached.push(...job.after.filter((needed) => !reached.includes(needed)));
  }
  return false;
}

/** Chance that both sides can have: the same numbers from 0 to 1 in the same order for the same seed. */
export function chance(seed = 0): () => number {
  let at = seed;
  return () => {
    at = (at * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return at / 2 ** 32;
  };
}

/**
 * The rules once more, in the plainest way: no index, no count, every question answered by looking at every job.
 * Written from the rules alone, to be compared with the dispatcher. Here are the robots' calls and time itself;
 * `model-operators.ts`, `model-quarantine.ts` and `model-preview.ts` have the operators' commands.
 */

import type { Claim, ClaimOptions, Command, JobId, JobState, Submission } from "../../engine/index.ts";
import { checkArguments, checkNow, LONGEST_BACKOFF } from "./model-arguments.ts";
import { chance, copyOf, find, has, isQuarantined, Refusal, stateOf, waitsFor } from "./model-job.ts";
import type { Facts, LabSettings, ModelJob, Outcome } from "./model-job.ts";
import { checkPrerequisites, operate } from "./model-operators.ts";
import { previewOf } from "./model-preview.ts";
import { causesOf, inOrder, isStopped, quarantine } from "./model-quarantine.ts";

export class BruteForceLab {
  readonly facts: Facts;

  constructor(settings: LabSettings) {
    this.facts = {
      settings,
      random: chance(settings.seed),
      clock: 0,
      paused: false,
      tokens: 0,
      orders: 0,
      positions: 0,
      jobs: [],
    };
  }

  get clock(): number {
    return this.facts.clock;
  }

  /** In the order of submission. */
  get jobs(): readonly ModelJob[] {
    return this.facts.jobs;
  }

  /** What the call gives; of a preview and an explanation as much as the rules settle. */
  perform(command: Command, now: number): Outcome {
    try {
      return { ok: this.#perform(command, now) };
    } catch (error) {
      if (error instanceof Refusal) return { error: error.code };
      throw error;
    }
  }

  states(): Record<JobId, JobState> {
    return Object.fromEntries(this.jobs.map((job) => [job.id, stateOf(this.facts, job)]));
  }

  quarantined(): JobId[] {
    return inOrder(this.jobs.filter(isQuarantined)).map(({ id }) => id);
  }

  causes(id: JobId): JobId[] {
    return causesOf(this.facts, find(this.facts, id)).map((job) => job.id);
  }

  #perform(command: Command, now: number): unknown {
    checkArguments(command);
    if (command.name === "quarantined") return this.quarantined();
    if (command.name === "causes") return this.causes(command.id);
    const { facts } = this;
    moveClock(facts, now);
    switch (command.name) {
      case "submit":
        submit(facts, command);
        return null;
      case "submitMany":
        return this.#allOrNothing((copy) => submitMany(copy, command.jobs));
      case "claim":
        return claim(facts, command);
      case "heartbeat": {
        const job = claimed(facts, command.id, command.token);
        job.deadline = job.lease === null ? null : later(now, job.lease);
        return job.deadline;
      }
      case "complete":
        claimed(facts, command.id, command.token).phase = "completed";
        return null;
      case "reportFailure": {
        const job = claimed(facts, command.id, command.token);
        fail(facts, job, now);
        return stateOf(facts, job);
      }
      case "status":
        return has(facts, command.id) ? stateOf(facts, find(facts, command.id)) : null;
      case "explain":
        return { state: stateOf(facts, find(facts, command.id)) };
      case "preview":
        return previewOf(facts, command.command);
      case "redrive":
      case "redriveMany":
      case "setPrerequisites":
      case "setPriority":
      case "hold":
      case "unhold":
      case "releaseClaim":
      case "completeByHand":
      case "cancel":
      case "pause":
      case "resume":
        return this.#allOrNothing((copy) => operate(copy, command));
    }
  }

  /** Does it to a copy, which counts only if nothing was refused (rule T3). */
  #allOrNothing<T>(act: (copy: Facts) => T): T {
    const copy = copyOf(this.facts);
    const result = act(copy);
    Object.assign(this.facts, copy);
    return result;
  }
}

/** Rules T1 and T2. */
function moveClock(facts: Facts, now: number): void {
  checkNow(now);
  if (now < facts.clock) throw new Refusal("TIME_WENT_BACK");
  facts.clock = now;
  for (;;) {
    const [due] = facts.jobs
      .filter((job) => job.phase === "claimed" && deadlineOf(job) <= now)
      .sort((a, b) => deadlineOf(a) - deadlineOf(b) || a.token - b.token);
    if (due === undefined) return;
    fail(facts, due, deadlineOf(due));
    if (due.phase === "open" && due.onExpiry === "inspect") due.held = true;
  }
}

const deadlineOf = (job: ModelJob): number => job.deadline ?? Infinity;

/** Rules S1 to S4. */
function submit(facts: Facts, submission: Submission): void {
  if (has(facts, submission.id)) throw new Refusal("DUPLICATE_JOB");
  checkPrerequisites(facts, submission.after ?? []);
  const job = newJob(facts, submission);
  facts.jobs.push(job);
  if (isStopped(facts, job)) quarantine(facts, job, false);
}

/** Rule S5; if it refuses, the facts are spoilt. */
function submitMany(facts: Facts, list: readonly Submission[]): null {
  const ids = list.map(({ id }) => id);
  if (ids.some((id, i) => has(facts, id) || ids.indexOf(id) !== i)) throw new Refusal("DUPLICATE_JOB");
  const added = list.map((submission) => newJob(facts, submission));
  facts.jobs.push(...added);
  checkPrerequisites(
    facts,
    added.flatMap(({ after }) => after),
  );
  if (added.some(({ id, after }) => after.some((needed) => waitsFor(facts, needed, id)))) {
    throw new Refusal("CYCLE");
  }
  for (const job of added) if (job.phase === "open" && isStopped(facts, job)) quarantine(facts, job, false);
  return null;
}

function newJob(facts: Facts, submission: Submission): ModelJob {
  const { settings, clock } = facts;
  const { requires } = submission;
  return {
    id: submission.id,
    backoff: submission.backoff,
    backoffFactor: submission.backoffFactor ?? 1,
    backoffMax: submission.backoffMax ?? LONGEST_BACKOFF,
    jitter: submission.jitter ?? 0,
    maxFailures: submission.maxFailures ?? settings.maxFailures,
    onExpiry: submission.onExpiry ?? settings.onExpiry ?? "retry",
    requires: typeof requires === "string" ? [requires] : (requires ?? []),
    priority: submission.priority ?? 0,
    position: (facts.positions += 1),
    after: [...new Set(submission.after ?? [])],
    phase: "open",
    held: false,
    failures: 0,
    lifetimeFailures: 0,
    attempts: 0,
    eligibleAt: Math.max(clock, submission.notBefore ?? 0),
    token: 0,
    lease: null,
    deadline: null,
    root: false,
    order: 0,
    byHand: false,
  };
}

/** Rules C1 to C4, L1. */
function claim(facts: Facts, { capabilities, lease }: ClaimOptions): Claim | null {
  if (facts.paused) return null;
  const suits = ({ requires }: ModelJob) =>
    capabilities === undefined ||
    capabilities === null ||
    requires.every((each) => capabilities.includes(each));
  const [job] = facts.jobs
    .filter((each) => stateOf(facts, each) === "ready" && suits(each))
    .sort((a, b) => b.priority - a.priority || a.position - b.position);
  if (job === undefined) return null;
  job.phase = "claimed";
  job.attempts += 1;
  job.token = facts.tokens += 1;
  job.lease = lease ?? facts.settings.lease ?? null;
  job.deadline = job.lease === null ? null : later(facts.clock, job.lease);
  return { id: job.id, token: job.token, attempt: job.attempts, deadline: job.deadline };
}

/** Rule C3. */
function claimed(facts: Facts, id: JobId, token: number | null | undefined): ModelJob {
  const job = find(facts, id);
  if (job.phase !== "claimed") throw new Refusal("NOT_CLAIMED");
  if (typeof token === "number" && token !== job.token) throw new Refusal("STALE_CLAIM");
  return job;
}

/** Rules F1 and F5. */
function fail(facts: Facts, job: ModelJob, at: number): void {
  job.failures += 1;
  job.lifetimeFailures += 1;
  if (job.failures >= job.maxFailures) {
    quarantine(facts, job, true);
    return;
  }
  job.phase = "open";
  job.eligibleAt = later(at, delayOf(facts, job));
  if (facts.settings.retryPosition === "tail") job.position = facts.positions += 1;
}

/** Rule F2. */
function delayOf(facts: Facts, job: ModelJob): number {
  const { backoff, backoffFactor, backoffMax, jitter, failures } = job;
  // Times an overflow, 0 would be no number at all.
  if (backoff === 0) return 0;
  const grown = backoff * backoffFactor ** (failures - 1);
  // Where it makes no difference, chance isn't asked.
  const shortened = jitter === 0 ? 1 : 1 - jitter * facts.random();
  return Math.floor(Math.min(grown, backoffMax) * shortened);
}

const later = (instant: number, duration: number): number =>
  Math.min(instant + duration, Number.MAX_SAFE_INTEGER);

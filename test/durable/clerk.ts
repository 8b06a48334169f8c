/**
 * A dispatcher whose changes go to a journal, as the actor's do, but command by command and batch by batch as the test
 * says; beside it a plain copy of every job as the dispatcher last told of it.
 */

import { LabDispatcher, perform, Rejected, type Command, type JobId } from "../../engine/index.ts";
import type { Author, Change } from "../../engine/changes.ts";
import { bySubmission, isFinal } from "../../engine/job.ts";
import { circumstancesOf } from "../../engine/durable/circumstances.ts";
import type { Journal, Told } from "../../engine/durable/journal.ts";
import type { StoredJob } from "../../engine/stored-lab.ts";

export class Clerk {
  readonly journal: Journal;
  readonly lab: LabDispatcher;
  /** The time of day. */
  wall = 1_000;
  readonly told: Told["kind"][] = [];
  readonly #copies = new Map<JobId, unknown>();
  #command: Command | undefined;
  #actor = "ada";

  /** `replay`: the time of a command is both clocks. */
  constructor(journal: Journal, { replay = false } = {}) {
    this.journal = journal;
    const stored = journal.load();
    for (const job of stored.jobs) this.#copies.set(job.id, factsOf(job));
    this.lab = new LabDispatcher(
      {
        ...journal.settings,
        ...(replay ? {} : { wallClock: () => this.wall }),
        finished: (id) => journal.find(id),
        onChange: (change, clock, by) => this.note(change, clock, by),
      },
      stored,
    );
  }

  /** Does all of `commands`, at `now`, in one batch that is committed. */
  batch(commands: readonly Command[], { now = this.lab.clock, actor = "ada" } = {}): void {
    this.journal.begin();
    for (const command of commands) this.give(command, { now, actor });
    this.commit();
  }

  /** Within a batch. */
  give(command: Command, { now = this.lab.clock, actor = "ada" } = {}): unknown {
    this.#command = command;
    this.#actor = actor;
    return perform(this.lab, command, now);
  }

  /** Within a batch. */
  isRefused(command: Command, now: number): boolean {
    try {
      this.give(command, { now });
      return false;
    } catch (error) {
      if (error instanceof Rejected) return true;
      throw error;
    }
  }

  /** Within a batch. */
  note(told: Change | Told, clock = this.lab.clock, by?: Author): void {
    this.told.push(told.kind);
    if ("job" in told) this.#copies.set(told.job.id, factsOf(told.job));
    const command = by === "clock" ? undefined : this.#command;
    this.journal.append(
      told,
      circumstancesOf(told, command, { actor: this.#actor }, { clock, at: this.wall }),
    );
  }

  commit(): void {
    this.journal.commit(this.lab.counters, this.wall);
    this.lab.forgetFinished();
  }

  /** The ids of the jobs that were loaded, and of those told of since. */
  get ids(): JobId[] {
    return [...this.#copies.keys()];
  }

  /** What a new start has to find. */
  get stored() {
    const live = [...this.lab.inner.jobs.values()].filter((job) => !isFinal(job)).sort(bySubmission);
    const needed = live.flatMap(({ prerequisites }) => prerequisites.filter(isFinal));
    const byKey = new Map([...live, ...needed].sort(bySubmission).map(({ key, id }) => [key, id]));
    return {
      ...this.lab.counters,
      wall: this.wall,
      jobs: Array.from(byKey.values(), (id) => this.#copies.get(id)),
      edges: live.flatMap((job) => job.prerequisites.map(({ key }) => [job.key, key])),
      all: Object.fromEntries(this.#copies),
    };
  }

  /** What a new start does find in `journal`. */
  foundIn(journal: Journal): Clerk["stored"] {
    const all = [...this.#copies.keys()].map((id) => [id, foundFacts(journal, id)]);
    return { ...loadedFrom(journal), all: Object.fromEntries(all) as Record<JobId, unknown> };
  }
}

/** Of a stored job, what has to be stored. */
export const foundFacts = (journal: Journal, id: JobId): unknown => {
  const found = journal.find(id);
  return found && factsOf(found);
};

/** All of it: edges are read as they are asked for. */
export function loadedFrom(journal: Journal) {
  const { jobs, edges, ...rest } = journal.load();
  return { ...rest, jobs: jobs.map(factsOf), edges: Array.from(edges, ([job, needed]) => [job, needed]) };
}

/** What follows from other facts, and what the dispatcher keeps for itself. */
const DERIVED: ReadonlySet<string> = new Set([
  "prerequisites",
  "dependents",
  "unmet",
  "stopped",
  "rank",
  "slot",
]);

const factsOf = (job: StoredJob): unknown =>
  Object.fromEntries(Object.entries(job).filter(([name]) => !DERIVED.has(name)));

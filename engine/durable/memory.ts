/**
 * The journal in memory, for tests and for trials that may be lost: a `MemoryDisk` outlasts the journals on it, as a file does.
 * Its rows evolve from the changes' results alone, so that it would notice a change that doesn't tell all of them.
 * O(1) a change; `load` and `forgetAnswers` look at everything.
 */

import type { JobChange } from "../changes.ts";
import { evolve } from "../evolve.ts";
import type { Job } from "../job.ts";
import type { JobId, Millis } from "../model.ts";
import { NOTHING_STORED, rebuiltJob, type Counters, type StoredJob, type StoredLab } from "../stored-lab.ts";
import type { Answered, Circumstances, Journal, LabSettings, RequestName, Told } from "./journal.ts";

interface Row {
  readonly job: StoredJob;
  /** Keys, in the order given; those of a final job stay, too. */
  readonly needs: readonly number[];
  readonly holder: string | undefined;
}

interface Remembered extends Answered {
  readonly clock: Millis;
}

/** What is committed. Only a journal writes to it. */
export class MemoryDisk {
  settings: LabSettings | undefined;
  counters: Counters = NOTHING_STORED;
  wall: Millis = 0;
  readonly rows = new Map<JobId, Row>();
  readonly answers = new Map<string, Remembered>();
}

/** What a batch has done so far. */
interface Batch {
  readonly rows: Map<JobId, Row>;
  /** Undefined: forgotten. */
  readonly answers: Map<string, Remembered | undefined>;
}

export class MemoryJournal implements Journal {
  readonly settings: LabSettings;
  readonly shortage = null;
  readonly loss = null;
  readonly #disk: MemoryDisk;
  #batch: Batch | undefined;

  /** `settings` is what a new disk gets; an old one keeps its own. */
  constructor(disk: MemoryDisk, settings: LabSettings) {
    this.#disk = disk;
    this.settings = disk.settings ??= settings;
  }

  load(): StoredLab & { readonly wall: Millis } {
    const { counters, wall } = this.#disk;
    const rows = [...this.#disk.rows.values()];
    const live = rows.filter(isLive);
    const needed = new Set(live.flatMap(({ needs }) => needs));
    return {
      ...counters,
      wall,
      jobs: rows.filter((row) => isLive(row) || needed.has(row.job.key)).map(({ job }) => job),
      edges: live.flatMap(({ job, needs }) => needs.map((needed) => [job.key, needed] as const)),
    };
  }

  find(id: JobId): StoredJob | undefined {
    return this.#row(id)?.job;
  }

  holderOf({ id }: Job): string | undefined {
    return this.#row(id)?.holder;
  }

  answerTo(request: RequestName): Answered | undefined {
    const name = nameOf(request);
    const { answers } = this.#batch ?? this.#disk;
    const remembered = answers.has(name) ? answers.get(name) : this.#disk.answers.get(name);
    return remembered && { content: remembered.content, answer: remembered.answer };
  }

  begin(): void {
    if (this.#batch) throw new Error("a batch has begun already");
    this.#batch = { rows: new Map(), answers: new Map() };
  }

  append(told: Told, { actor }: Circumstances): void {
    const { rows } = this.#begun();
    if ("job" in told && told.kind !== "late") rows.set(told.job.id, this.#rowAfter(told, actor));
  }

  remember(request: RequestName, answered: Answered, clock: Millis): void {
    if (this.answerTo(request))
      throw new Error(`${request.actor}'s request ${request.id} was answered already`);
    this.#begun().answers.set(nameOf(request), { ...answered, clock });
  }

  forgetAnswers(clock: Millis): void {
    const { answers } = this.#begun();
    for (const [name, remembered] of [...this.#disk.answers, ...answers]) {
      if (remembered && remembered.clock < clock) answers.set(name, undefined);
    }
  }

  commit(counters: Counters, wall: Millis): void {
    const { rows, answers } = this.#begun();
    for (const [id, row] of rows) this.#disk.rows.set(id, row);
    for (const [name, remembered] of answers) {
      if (remembered) this.#disk.answers.set(name, remembered);
      else this.#disk.answers.delete(name);
    }
    this.#disk.counters = counters;
    this.#disk.wall = wall;
    this.#batch = undefined;
  }

  recover(): void {
    this.#batch = undefined;
  }

  tell(error: unknown): string {
    return `${error instanceof Error ? error.message : String(error)}.`;
  }

  tend(): void {}

  close(): void {
    this.#batch = undefined;
  }

  #begun(): Batch {
    if (!this.#batch) throw new Error("no batch has begun");
    return this.#batch;
  }

  #row(id: JobId): Row | undefined {
    return this.#batch?.rows.get(id) ?? this.#disk.rows.get(id);
  }

  #rowAfter(change: JobChange, actor: string): Row {
    const { id } = change.job;
    const before = this.#row(id);
    if (change.kind === "submitted") {
      if (before) throw new Error(`${id} is stored already`);
      return { job: factsOf(change.job), needs: change.job.prerequisites.map(keyOf), holder: undefined };
    }
    if (!before) throw new Error(`${id} is not stored`);
    const job = rebuiltJob(before.job);
    evolve(job, change);
    job.revision += 1;
    return {
      job: factsOf(job),
      needs: change.kind === "prerequisites" ? change.prerequisites.map(keyOf) : before.needs,
      holder: change.kind === "claimed" ? actor : before.holder,
    };
  }
}

const isLive = ({ job: { phase } }: Row): boolean => phase !== "completed" && phase !== "cancelled";

const keyOf = ({ key }: Job): number => key;

/** Neither part can be mistaken for the other's end. */
const nameOf = ({ actor, id }: RequestName): string => JSON.stringify([actor, id]);

/** Without its neighbours, and without what follows from the facts. */
const factsOf = (job: Job): StoredJob => ({
  key: job.key,
  id: job.id,
  backoff: job.backoff,
  terms: job.terms,
  priority: job.priority,
  position: job.position,
  phase: job.phase,
  failures: job.failures,
  lifetimeFailures: job.lifetimeFailures,
  attempts: job.attempts,
  eligibleAt: job.eligibleAt,
  notBefore: job.notBefore,
  token: job.token,
  lease: job.lease,
  deadline: job.deadline,
  failedItself: job.failedItself,
  quarantineOrder: job.quarantineOrder,
  hold: job.hold,
  byHand: job.byHand,
  revision: job.revision,
});

/** The quarantine as it is shown: what failed itself, each with the tree of the jobs that it stopped. */

import type Database from "better-sqlite3";
import type { JobId, QuarantineEntry, QuarantineView, StoppedJob } from "../../model.ts";
import type { Instant, Queries } from "./queries.ts";

const MOST_ENTRIES = 1_000;
/** Of one entry, and of all together: the view is read again with every change. */
const MOST_STOPPED = 500;
const MOST_STOPPED_IN_ALL = 2_000;
/** Nobody reads a larger number more exactly, and the walk has to end. */
const COUNTED_UP_TO = 1_000;

export class QuarantineQuery {
  readonly #queries: Queries;
  readonly #statements: Statements;

  constructor(reader: Database.Database, queries: Queries) {
    this.#queries = queries;
    this.#statements = prepare(reader);
  }

  view(instant: Instant): QuarantineView {
    const rows = this.#statements.entries.all() as Row[];
    let left = MOST_STOPPED_IN_ALL;
    const entries: QuarantineEntry[] = [];
    for (const row of rows) {
      const entry = this.#entry(row, Math.min(left, MOST_STOPPED), instant);
      if (entry === undefined) continue;
      left -= entry.stopped.length;
      entries.push(entry);
    }
    return {
      entries,
      entriesTotal: this.#statements.entriesTotal.get() as number,
    };
  }

  #entry({ key, id }: Row, most: number, instant: Instant): QuarantineEntry | undefined {
    const job = this.#queries.job(id, instant);
    if (job?.state !== "quarantined") return undefined;
    const stopped = this.#stoppedBy({ key, id }, most);
    const isWhole = stopped.length < most;
    return {
      job,
      stopped,
      stoppedTotal: isWhole ? stopped.length : (this.#statements.stoppedTotal.get(key) as number),
    };
  }

  /** Breadth first, so that a job hangs under the nearest of its parents; then told depth first. */
  #stoppedBy(root: Row, most: number): StoppedJob[] {
    const nodes = new Map<number, Node>([[root.key, { ...root, depth: 0, parent: root, children: [] }]]);
    for (const parent of nodes.values()) {
      for (const child of this.#statements.children.iterate(parent.key) as Iterable<Row>) {
        if (nodes.size > most) break;
        if (nodes.has(child.key)) continue;
        const node = { ...child, depth: parent.depth + 1, parent, children: [] };
        nodes.set(child.key, node);
        parent.children.push(node);
      }
    }
    return [...depthFirst(nodes.get(root.key)?.children ?? [])].map((node) => this.#stoppedJob(node));
  }

  #stoppedJob({ key, id, depth, parent, failedItself }: Node): StoppedJob {
    const needs = this.#statements.quarantinedPrerequisites.all(key) as JobId[];
    return {
      id,
      depth,
      parent: parent.id,
      failedItself: failedItself === 1,
      alsoNeeds: needs.filter((needed) => needed !== parent.id),
    };
  }
}

interface Row {
  readonly key: number;
  readonly id: JobId;
  readonly failedItself?: number;
}

interface Node extends Row {
  readonly depth: number;
  readonly parent: Row;
  readonly children: Node[];
}

/** With a stack of its own: a workflow can be deeper than the call stack. */
function* depthFirst(nodes: readonly Node[]): Generator<Node> {
  const stack = nodes.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    stack.push(...node.children.toReversed());
  }
}

type Statements = ReturnType<typeof prepare>;

function prepare(db: Database.Database) {
  return {
    entries: db.prepare(
      `SELECT key, id FROM job WHERE phase = 'quarantined' AND failed_itself = 1
       ORDER BY quarantine_order LIMIT ${String(MOST_ENTRIES)}`,
    ),
    entriesTotal: db
      .prepare("SELECT count(*) FROM job WHERE phase = 'quarantined' AND failed_itself = 1")
      .pluck(),
    children: db.prepare(
      `SELECT job.key, job.id, job.failed_itself AS failedItself
       FROM prerequisite CROSS JOIN job ON job.key = prerequisite.job
       WHERE prerequisite.needs = ? AND job.phase = 'quarantined' ORDER BY job.key`,
    ),
    quarantinedPrerequisites: db
      .prepare(
        `SELECT needed.id FROM prerequisite CROSS JOIN job AS needed ON needed.key = prerequisite.needs
         WHERE prerequisite.job = ? AND needed.phase = 'quarantined' ORDER BY place`,
      )
      .pluck(),
    stoppedTotal: db
      .prepare(
        `WITH RECURSIVE reached (key) AS (
           VALUES (?) UNION
           SELECT job.key FROM reached
             CROSS JOIN prerequisite ON prerequisite.needs = reached.key
             CROSS JOIN job ON job.key = prerequisite.job
             WHERE job.phase = 'quarantined'
           LIMIT ${String(COUNTED_UP_TO + 1)})
         SELECT count(*) - 1 FROM reached`,
      )
      .pluck(),
  };
}

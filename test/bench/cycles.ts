/**
 * Ways to make one kind of call again and again on a lab that stays as large as it is: each cycle fills a lab,
 * then does rounds of BATCH calls of each of its kinds, which leave the lab as they found it, and times each kind.
 * The batch is the same for every size, so that nothing differs between two sizes but the size.
 */

import { LabDispatcher } from "../../engine/index.ts";
import { diceOf, type Dice } from "../dice.ts";
import { idsFor, nanosOf } from "./measure.ts";
import { RivalQueue } from "./rival.ts";

export const BATCH = 100;

/** What `kind` cost: nanoseconds for BATCH calls. */
export type Note = (kind: string, nanos: number) => void;

/** One batch; called again and again. */
export type Batch = (note: Note) => void;

export interface Cycle {
  readonly kinds: readonly string[];
  /** How many batches a lab of `size` jobs is good for, where something piles up in it. */
  readonly lifetime: (size: number) => number;
  readonly fill: (size: number) => Batch;
}

const forEver = (): number => Infinity;

/** Longer than any run, and short enough to stay a small integer. */
const FAR_OFF = 1_000_000_000;
const NEVER_QUARANTINED = 1_000_000_000;

type Queue = Pick<LabDispatcher | RivalQueue, "submit" | "claim" | "complete" | "reportFailure" | "status">;
type MakeQueue = (terms: { maxFailures: number; lease: number }) => Queue;

const claimBatch = (queue: Queue, now: number) => Array.from({ length: BATCH }, () => queue.claim(now)!);

/** Submit, claim, complete: what completes stays known, so that a lab is left once as much has piled up as lives. */
function lineCycle(make: MakeQueue, ids: readonly string[], fresh: readonly string[]): Cycle {
  return {
    kinds: ["submit", "claim", "complete"],
    lifetime: (size) => size / BATCH,
    fill: (size) => {
      const queue = make({ maxFailures: 2, lease: FAR_OFF });
      for (let index = 0; index < size; index += 1) queue.submit(ids[index]!, 10, 0);
      let now = 0;
      let next = 0;
      return (note) => {
        now += 1;
        const from = next;
        next += BATCH;
        note(
          "submit",
          nanosOf(() => {
            for (let index = from; index < next; index += 1) queue.submit(fresh[index]!, 10, now);
          }),
        );
        let claims: ReturnType<typeof claimBatch> = [];
        note(
          "claim",
          nanosOf(() => (claims = claimBatch(queue, now))),
        );
        note(
          "complete",
          nanosOf(() => {
            for (const { id, token } of claims) queue.complete(id, now, token);
          }),
        );
      };
    },
  };
}

/** Half of the lab always waits out a backoff; in each batch as many jobs fail as have waited long enough. */
function failCycle(make: MakeQueue, ids: readonly string[]): Cycle {
  return {
    kinds: ["fail", "wake"],
    lifetime: forEver,
    fill: (size) => {
      const backoff = size / 2 / BATCH;
      const queue = make({ maxFailures: NEVER_QUARANTINED, lease: FAR_OFF });
      for (let index = 0; index < size; index += 1) queue.submit(ids[index]!, backoff, 0);
      let now = 0;
      const batch: Batch = (note) => {
        now += 1;
        note(
          "wake",
          nanosOf(() => queue.status(ids[0]!, now)),
        );
        const claims = claimBatch(queue, now);
        note(
          "fail",
          nanosOf(() => {
            for (const { id, token } of claims) queue.reportFailure(id, now, token);
          }),
        );
      };
      for (let count = 0; count <= backoff; count += 1) batch(() => undefined);
      return batch;
    },
  };
}

/** Half of the lab is always claimed; in each batch the oldest claims expire. */
function expireCycle(make: MakeQueue, ids: readonly string[]): Cycle {
  return {
    kinds: ["expire"],
    lifetime: forEver,
    fill: (size) => {
      const lease = size / 2 / BATCH;
      const queue = make({ maxFailures: NEVER_QUARANTINED, lease });
      for (let index = 0; index < size; index += 1) queue.submit(ids[index]!, 0, 0);
      let now = 0;
      const batch: Batch = (note) => {
        now += 1;
        note(
          "expire",
          nanosOf(() => queue.status(ids[0]!, now)),
        );
        claimBatch(queue, now);
      };
      for (let count = 0; count <= lease; count += 1) batch(() => undefined);
      return batch;
    },
  };
}

const DEPENDENTS = 3;

/** Half of the lab is always in quarantine, each root with three dependents; the oldest roots are redriven. */
function redriveCycle(ids: readonly string[]): Cycle {
  return {
    kinds: ["quarantine", "redrive"],
    lifetime: forEver,
    fill: (size) => {
      const lab = new LabDispatcher({ maxFailures: 1 });
      for (let index = 0; index < size; index += 1) {
        const place = index % (1 + DEPENDENTS);
        lab.submit(ids[index]!, 0, 0, place === 0 ? [] : [ids[index - place]!]);
      }
      const quarantined: string[][] = [];
      const quarantineBatch = (): number => {
        const claims = claimBatch(lab, 0);
        quarantined.push(claims.map(({ id }) => id));
        return nanosOf(() => {
          for (const { id, token } of claims) lab.reportFailure(id, 0, token);
        });
      };
      const batches = Math.floor(size / 2 / (1 + DEPENDENTS) / BATCH);
      for (let count = 0; count < batches; count += 1) quarantineBatch();
      return (note) => {
        note("quarantine", quarantineBatch());
        const oldest = quarantined.shift()!;
        note(
          "redrive",
          nanosOf(() => {
            for (const id of oldest) lab.redrive(id, 0);
          }),
        );
      };
    },
  };
}

const REACH = 50;

/**
 * Each job needs one that was submitted shortly before it, and is given another such: one job after the other, as
 * an operator edits the steps of one plate and the next, or any job of the lab, which mostly is in no cache.
 */
function editCycle(ids: readonly string[], kind: string, next: (count: number, dice: Dice) => number): Cycle {
  return {
    kinds: [kind],
    lifetime: forEver,
    fill: (size) => {
      const dice = diceOf(size);
      const before = (job: number) => [ids[job - 1 - dice(REACH)]!];
      const lab = new LabDispatcher({ maxFailures: 1 });
      for (let job = 0; job < size; job += 1) lab.submit(ids[job]!, 0, 0, job < REACH ? [] : before(job));
      let count = 0;
      return (note) => {
        const edits = Array.from({ length: BATCH }, () => {
          const job = REACH + (next(count++, dice) % (size - REACH));
          return { id: ids[job]!, after: before(job) };
        });
        note(
          kind,
          nanosOf(() => {
            for (const { id, after } of edits) lab.setPrerequisites(id, after, 0);
          }),
        );
      };
    },
  };
}

/** What the machine itself takes for more jobs: any id looked up in a Map. */
function lookUpCycle(ids: readonly string[]): Cycle {
  return {
    kinds: ["(look-up in a Map)"],
    lifetime: forEver,
    fill: (size) => {
      const map = new Map(ids.slice(0, size).map((id) => [id, { id, found: 0 }]));
      const dice = diceOf(size);
      return (note) => {
        const wanted = Array.from({ length: BATCH }, () => ids[dice(size)]!);
        note(
          "(look-up in a Map)",
          nanosOf(() => {
            for (const id of wanted) map.get(id)!.found += 1;
          }),
        );
      };
    },
  };
}

/** Those of the dispatcher, and those that its rival can do as well. `largest`: the largest size, `most` the batches. */
export function cyclesFor(largest: number, most: number): { lab: Cycle[]; rival: Cycle[] } {
  const ids = idsFor("extract", largest);
  const fresh = idsFor("label", most * BATCH);
  const shared = (make: MakeQueue) => [
    lineCycle(make, ids, fresh),
    failCycle(make, ids),
    expireCycle(make, ids),
  ];
  return {
    lab: [
      ...shared((terms) => new LabDispatcher(terms)),
      redriveCycle(ids),
      editCycle(ids, "edit", (count) => count),
      editCycle(ids, "edit anywhere", (_, dice) => dice(2 ** 31)),
      lookUpCycle(ids),
    ],
    rival: shared((terms) => new RivalQueue(terms)),
  };
}

/**
 * How much was done in each stretch of wall-clock time: ranges of an index are counted, nothing is sorted. An event
 * counts where the wall clock stood when it was recorded; where that was set back, a stretch holds what was done in it
 * both times, and where it was set forward, one is empty.
 */

import type Database from "better-sqlite3";
import type { Millis, Throughput } from "../../model.ts";
import { refuse } from "../../rejected.ts";

/** Stretches of `bucket` milliseconds, the first from `from` on, up to `to`; the last may be shorter. */
export interface ThroughputQuery {
  readonly from: Millis;
  readonly to: Millis;
  readonly bucket: Millis;
}

const MOST_BUCKETS = 1_000;

export class ThroughputQueries {
  readonly #count: Database.Statement;

  constructor(reader: Database.Database) {
    this.#count = reader
      .prepare("SELECT count(*) FROM event WHERE kind = :kind AND at >= :from AND at < :to")
      .pluck();
  }

  throughput({ from, to, bucket }: ThroughputQuery): Throughput {
    if (![from, to, bucket].every((each) => Number.isSafeInteger(each)) || bucket < 1 || to < from) {
      const message = "A chart needs two instants, the earlier first, and a bucket of 1 millisecond or more.";
      refuse("INVALID_ARGUMENT", message, { field: "bucket" });
    }
    const count = Math.ceil((to - from) / bucket);
    if (count > MOST_BUCKETS) {
      const message = `That would be ${String(count)} buckets, and a chart has at most ${String(MOST_BUCKETS)}. Take longer ones.`;
      refuse("INVALID_ARGUMENT", message, { field: "bucket" });
    }
    return {
      from,
      bucket,
      buckets: Array.from({ length: count }, (_, n) => {
        const begin = from + n * bucket;
        return this.#bucket(begin, Math.min(begin + bucket, to));
      }),
    };
  }

  #bucket(from: Millis, to: Millis) {
    const of = (kind: string) => this.#count.get({ kind, from, to }) as number;
    return {
      claimed: of("claimed"),
      completed: of("completed"),
      byHand: of("completedByHand"),
      failed: of("failed"),
      expired: of("expired"),
    };
  }
}

/** What each kind of call costs in labs of 1,000 to 1,000,000 jobs. */

import { BATCH, cyclesFor, type Cycle, type Note } from "./cycles.ts";
import { collectGarbage, keepAlive, median, SIZES } from "./measure.ts";
import type { Report } from "./report.ts";

const BATCHES = 1_000;

/** By kind, then by size: nanoseconds a call. */
type Costs = ReadonlyMap<string, readonly number[]>;

export function callsReport(): Report {
  const cycles = cyclesFor(SIZES.at(-1)!, BATCHES);
  const lab = costsOf(cycles.lab);
  const rival = costsOf(cycles.rival);
  const growth = (costs: readonly number[]): number => costs.at(-1)! / costs[0]!;
  const sizes = SIZES.map((size) => size.toLocaleString("en"));
  return {
    title: "Each call",
    about:
      `The median of ${BATCHES.toLocaleString("en")} batches of ${BATCH} calls, whatever the size, each of which ` +
      "leaves the lab as large as it was; the collector's pauses are in the mixed run. Claims have leases. wake: a job whose backoff is over, expire: a " +
      "lease that is over, both by a move of the clock; quarantine and redrive: a job with three dependents; edit: " +
      "an edge for another, both agreeing with the order, for one job after the other or for any.",
    tables: [
      {
        title: "ns a call, by jobs in the lab; growth = last size over first",
        columns: ["dispatcher", ...sizes, "growth"],
        rows: Array.from(lab, ([kind, costs]) => [kind, ...costs, growth(costs)]),
      },
      {
        title: "calls a second",
        columns: ["dispatcher", ...sizes],
        rows: Array.from(lab, ([kind, costs]) => [kind, ...costs.map((nanos) => 1e9 / nanos)]),
      },
      {
        title: "The rival's ns a call, for scale",
        columns: ["rival", ...sizes, "growth"],
        rows: Array.from(rival, ([kind, costs]) => [kind, ...costs, growth(costs)]),
      },
    ],
    aims: Array.from(lab)
      .filter(([kind]) => !kind.startsWith("("))
      .map(([kind, costs]) => ({ of: `growth of ${kind}`, value: growth(costs), wanted: { atMost: 1.5 } })),
  };
}

function costsOf(cycles: readonly Cycle[]): Costs {
  const costs = new Map<string, number[]>();
  for (const cycle of cycles) {
    keepAlive(cycle.fill(SIZES[0]));
    // The same warm-up for every size: all of them meet the same machine code.
    run(cycle, SIZES[0]);
    for (const size of SIZES) {
      for (const [kind, batches] of run(cycle, size)) {
        const nanos = median(batches) / BATCH;
        const list = costs.get(kind);
        if (list) list.push(nanos);
        else costs.set(kind, [nanos]);
      }
    }
  }
  return costs;
}

/** Nanoseconds of the batches of each kind, in as many labs of this size as they need. */
function run(cycle: Cycle, size: number): ReadonlyMap<string, readonly number[]> {
  const nanosOfKind = new Map<string, number[]>(cycle.kinds.map((kind) => [kind, []]));
  const note: Note = (kind, nanos) => nanosOfKind.get(kind)!.push(nanos);
  const lifetime = cycle.lifetime(size);
  let batch = cycle.fill(size);
  collectGarbage();
  for (let count = 0; count < BATCHES; count += 1) {
    if (count > 0 && count % lifetime === 0) batch = cycle.fill(size);
    batch(note);
  }
  return nanosOfKind;
}

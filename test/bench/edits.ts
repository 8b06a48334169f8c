/** Rule P3: what edits of prerequisites cost beside a full search for cycles. */

import { LabDispatcher, Rejected } from "../../engine/index.ts";
import { DepthFirst } from "./depth-first.ts";
import { graphs, type Edit, type EditCase, type Graph } from "./graphs.ts";
import { collectGarbage, idsFor, keepAlive, median, nanosOf } from "./measure.ts";
import type { Aim, Cell, Report } from "./report.ts";

const SIZE = 200_000;
/** A search can take milliseconds: so many of them tell enough. */
const SEARCHES = 100;
/** Few enough that another program seldom gets in between. */
const BATCH = 100;

interface Measured {
  readonly graph: string;
  readonly name: string;
  readonly edit: number;
  readonly search: number;
}

export function editsReport(): Report {
  const ids = idsFor("extract", SIZE);
  for (const make of graphs(2_000)) {
    const graph = make();
    keepAlive(labOf(graph.prerequisites, ids));
    measureGraph(graph, ids);
  }
  const measured = graphs(SIZE).flatMap((make) => measureGraph(make(), ids));
  const agreeing = measured.filter(({ name }) => name === "agrees").map(({ edit }) => edit);
  const aim: Aim = {
    of: "an agreeing edge costs no search: the dearest graph's over the cheapest's",
    value: Math.max(...agreeing) / Math.min(...agreeing),
    wanted: { atMost: 5 },
  };
  return {
    title: "Edits (rule P3)",
    about:
      `setPrerequisites in graphs of ${SIZE.toLocaleString("en")} jobs, beside the full depth-first search over all ` +
      "that lies ahead (the search alone, on plain numbers). A fan leaves such a search nothing to do.",
    tables: [
      {
        title: "ns an edit, median of rounds; speed = search over edit",
        columns: ["graph", "edge", "edit ns", "search ns", "speed"],
        rows: measured.map(({ graph, name, edit, search }): Cell[] => [
          graph,
          name,
          edit,
          search,
          search / edit,
        ]),
      },
    ],
    aims: [aim],
  };
}

function measureGraph({ name: graph, prerequisites, cases }: Graph, ids: readonly string[]): Measured[] {
  let lab: LabDispatcher | undefined;
  return cases.map((editCase) => {
    lab ??= labOf(prerequisites, ids);
    const edit = editNanos(lab, prerequisites, editCase, ids);
    const search = searchNanos(prerequisites, editCase);
    // An edge that disagrees leaves another order behind.
    if (editCase.kind === "disagrees") lab = undefined;
    return { graph, name: editCase.name, edit, search };
  });
}

function labOf(prerequisites: Graph["prerequisites"], ids: readonly string[]): LabDispatcher {
  const lab = new LabDispatcher({ maxFailures: 2 });
  for (const [job, after] of prerequisites.entries()) lab.submit(ids[job]!, 10, 0, namesOf(after, ids));
  return lab;
}

const namesOf = (jobs: readonly number[], ids: readonly string[]): string[] => jobs.map((job) => ids[job]!);

function editNanos(
  lab: LabDispatcher,
  prerequisites: Graph["prerequisites"],
  { rounds, kind }: EditCase,
  ids: readonly string[],
): number {
  const named = ({ job, after }: Edit) => ({ id: ids[job]!, after: namesOf(after, ids) });
  collectGarbage();
  const nanos = rounds.flatMap((edits) => {
    const todo = edits.map(named);
    const undo = edits.map(({ job }) => named({ job, after: prerequisites[job]! }));
    let refusals = 0;
    const edit = ({ id, after }: (typeof todo)[number]) => {
      try {
        lab.setPrerequisites(id, after, 0);
      } catch (error) {
        if (!(error instanceof Rejected && error.code === "CYCLE")) throw error;
        refusals += 1;
      }
    };
    const spent = inBatches(todo, edit);
    if (refusals !== (kind === "refused" ? edits.length : 0))
      throw new Error(`${refusals} of ${edits.length} were refused`);
    for (const { id, after } of undo) lab.setPrerequisites(id, after, 0);
    return spent;
  });
  return median(nanos);
}

/** Nanoseconds an edit, of each batch. */
function inBatches<T>(edits: readonly T[], work: (edit: T) => void): number[] {
  return Array.from({ length: Math.ceil(edits.length / BATCH) }, (_, index) => {
    const batch = edits.slice(index * BATCH, (index + 1) * BATCH);
    const nanos = nanosOf(() => {
      for (const edit of batch) work(edit);
    });
    return nanos / batch.length;
  });
}

function searchNanos(prerequisites: Graph["prerequisites"], { rounds, kind }: EditCase): number {
  const refused = kind === "refused";
  const search = new DepthFirst(prerequisites);
  const sample = rounds.map((edits) => edits.slice(0, Math.ceil(SEARCHES / rounds.length)));
  const nanos = sample.flatMap((edits) => {
    const spent = inBatches(edits, (edit) => {
      if (search.findCycle(edit) !== refused) throw new Error("the search and the case disagree");
      if (!refused) search.set(edit);
    });
    for (const { job } of edits) search.set({ job, after: prerequisites[job]! });
    return spent;
  });
  return median(nanos);
}

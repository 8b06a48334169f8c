/**
 * A priority queue that takes advantage of order. New jobs come with ever later positions, equal backoffs and
 * equal leases end in the order in which they began: what comes in order is kept as a run, O(1) a call, and only
 * the rest costs a heap's O(log n). The first of the queue is the first of either.
 */

import { Heap, type GoesBefore } from "./heap.ts";
import { NOWHERE, type Job } from "./job.ts";
import { JobRun } from "./run.ts";

export class JobQueue {
  readonly goesBefore: GoesBefore<Job>;
  readonly #run = new JobRun();
  readonly #heap: Heap<Job>;
  #first: Job | undefined;

  constructor(goesBefore: GoesBefore<Job>) {
    this.goesBefore = goesBefore;
    this.#heap = new Heap(goesBefore);
  }

  get size(): number {
    return this.#run.size + this.#heap.size;
  }

  /** Kept ready: every call asks for it, to see whether anything is due. */
  get first(): Job | undefined {
    return this.#first;
  }

  has(job: Job): boolean {
    return this.#run.has(job) || this.#heap.has(job);
  }

  add(job: Job): void {
    const { last } = this.#run;
    if (last === undefined || this.goesBefore(last, job)) this.#run.push(job);
    else this.#heap.add(job);
    if (this.#first === undefined || this.goesBefore(job, this.#first)) this.#first = job;
  }

  /** `job` stands in this queue. */
  remove(job: Job): void {
    if (job.slot < NOWHERE) this.#run.remove(job);
    else this.#heap.remove(job);
    if (job === this.#first) this.#first = this.#firstOfBoth();
  }

  #firstOfBoth(): Job | undefined {
    const inRun = this.#run.first;
    const inHeap = this.#heap.first;
    if (inRun === undefined || inHeap === undefined) return inRun ?? inHeap;
    return this.goesBefore(inHeap, inRun) ? inHeap : inRun;
  }

  /** The jobs that came in order, and the others as the heap has them: for `invariants.ts`. */
  get parts(): { readonly run: readonly Job[]; readonly heap: readonly Job[] } {
    return { run: [...this.#run], heap: [...this.#heap] };
  }
}

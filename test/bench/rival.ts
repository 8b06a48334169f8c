/**
 * The yardstick of the bench: a lease queue as a good engineer writes it in an afternoon. A Map by id and three
 * array heaps; a lease that ended early stays in its heap until it is due. No prerequisites, no quarantine but
 * a DEAD state, no priorities, no checks of arguments beyond what its own state needs.
 */

import { KeyedHeap } from "./keyed-heap.ts";

export type TaskState = "AVAILABLE" | "RESERVED" | "COMPLETED" | "DEAD";

interface Task {
  readonly id: string;
  readonly backoff: number;
  readonly position: number;
  state: TaskState;
  failures: number;
  attempts: number;
  token: number;
  deadline: number;
}

export interface Reservation {
  readonly id: string;
  readonly token: number;
  readonly attempt: number;
  readonly deadline: number;
}

export class RivalQueue {
  readonly #maxFailures: number;
  readonly #lease: number;
  readonly #tasks = new Map<string, Task>();
  /** By position. */
  readonly #ready = new KeyedHeap<Task>();
  /** By the time at which the backoff is over. */
  readonly #waiting = new KeyedHeap<Task>();
  /** By deadline. An entry counts only while its task is reserved until that very deadline. */
  readonly #leases = new KeyedHeap<Task>();
  #clock = 0;
  #lastToken = 0;

  constructor({ maxFailures, lease }: { maxFailures: number; lease: number }) {
    this.#maxFailures = maxFailures;
    this.#lease = lease;
  }

  submit(id: string, backoff: number, now: number): void {
    this.#advance(now);
    if (this.#tasks.has(id)) throw new Error(`${id} is there already`);
    const position = this.#tasks.size + 1;
    const task: Task = {
      id,
      backoff,
      position,
      state: "AVAILABLE",
      failures: 0,
      attempts: 0,
      token: 0,
      deadline: 0,
    };
    this.#tasks.set(id, task);
    this.#ready.push(position, task);
  }

  claim(now: number): Reservation | undefined {
    this.#advance(now);
    const task = this.#ready.pop();
    if (task === undefined) return undefined;
    task.state = "RESERVED";
    task.attempts += 1;
    task.token = ++this.#lastToken;
    task.deadline = now + this.#lease;
    this.#leases.push(task.deadline, task);
    return { id: task.id, token: task.token, attempt: task.attempts, deadline: task.deadline };
  }

  complete(id: string, now: number, token: number): void {
    this.#reserved(id, now, token).state = "COMPLETED";
  }

  reportFailure(id: string, now: number, token: number): void {
    this.#fail(this.#reserved(id, now, token), now);
  }

  /** Gives a dead task a fresh start. */
  redrive(id: string, now: number): void {
    this.#advance(now);
    const task = this.#tasks.get(id);
    if (task?.state !== "DEAD") throw new Error(`${id} isn't dead`);
    task.failures = 0;
    task.state = "AVAILABLE";
    this.#ready.push(task.position, task);
  }

  status(id: string, now: number): TaskState | undefined {
    this.#advance(now);
    return this.#tasks.get(id)?.state;
  }

  #reserved(id: string, now: number, token: number): Task {
    this.#advance(now);
    const task = this.#tasks.get(id);
    if (task?.state !== "RESERVED") throw new Error(`${id} isn't reserved`);
    if (task.token !== token) throw new Error(`${id} was reserved again since`);
    return task;
  }

  #fail(task: Task, at: number): void {
    task.failures += 1;
    if (task.failures >= this.#maxFailures) {
      task.state = "DEAD";
      return;
    }
    task.state = "AVAILABLE";
    const eligibleAt = at + task.backoff;
    if (eligibleAt > this.#clock) this.#waiting.push(eligibleAt, task);
    else this.#ready.push(task.position, task);
  }

  #advance(now: number): void {
    if (now < this.#clock) throw new Error("time can't go back");
    this.#clock = now;
    for (let due = this.#leases.firstKey; due <= now; due = this.#leases.firstKey) {
      const task = this.#leases.pop();
      if (task?.state === "RESERVED" && task.deadline === due) this.#fail(task, due);
    }
    while (this.#waiting.firstKey <= now) {
      const task = this.#waiting.pop();
      if (task) this.#ready.push(task.position, task);
    }
  }
}

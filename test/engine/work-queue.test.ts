import { describe, expect, test } from "vitest";
import { WorkQueue } from "../../engine/index.ts";
import { refusalOf, untilNone } from "../factories.ts";

const queueWith = (ids: readonly string[], lease = 10, attempts = 3): WorkQueue => {
  const queue = new WorkQueue(lease, attempts);
  for (const id of ids) queue.add(id, 0);
  return queue;
};

const reserveAll = (queue: WorkQueue, now: number): string[] => untilNone(() => queue.reserve(now));

describe("W1: the work queue of the problem statement", () => {
  test("[W1] a task is available, reserved, completed", () => {
    const queue = queueWith(["a"]);
    const states = [queue.status("a", 0)];
    queue.reserve(1);
    states.push(queue.status("a", 1));
    queue.complete("a", 2);
    states.push(queue.status("a", 2));
    expect(states).toEqual(["AVAILABLE", "RESERVED", "COMPLETED"]);
  });

  test("[W1] a task is dead once it has failed as often as it may be attempted", () => {
    const queue = queueWith(["a"], 10, 2);
    queue.reserve(0);
    const first = queue.fail("a", 0);
    queue.reserve(0);
    expect([first, queue.fail("a", 0), queue.status("a", 0), queue.reserve(0)]).toEqual([
      "AVAILABLE",
      "DEAD",
      "DEAD",
      null,
    ]);
  });

  test("[W1] tasks are reserved in the order in which they were added", () => {
    expect(reserveAll(queueWith(["b", "a", "c"]), 0)).toEqual(["b", "a", "c"]);
  });

  test("[W1] a failed task is available at once, behind all others", () => {
    const queue = queueWith(["a", "b"]);
    queue.reserve(0);
    queue.fail("a", 0);
    queue.add("c", 0);
    expect(reserveAll(queue, 0)).toEqual(["b", "a", "c"]);
  });

  test("[W1] every reservation ends by itself after the lease, and its task goes behind all others", () => {
    const queue = queueWith(["a", "b"], 10);
    queue.reserve(5);
    expect([queue.status("a", 14), queue.status("a", 15), reserveAll(queue, 15)]).toEqual([
      "RESERVED",
      "AVAILABLE",
      ["b", "a"],
    ]);
  });

  test("[W1] a reservation that ran out counts as an attempt", () => {
    const queue = queueWith(["a"], 10, 1);
    queue.reserve(0);
    expect([queue.status("a", 10), queue.dead()]).toEqual(["DEAD", ["a"]]);
  });

  test("[W1] what is refused is a return value", () => {
    const queue = queueWith(["a"]);
    expect([
      queue.add("a", 0),
      queue.complete("a", 0),
      queue.fail("a", 0),
      queue.extend("a", 0),
      queue.redrive("a", 0),
      queue.complete("ghost", 0),
      queue.fail("ghost", 0),
      queue.extend("ghost", 0),
      queue.redrive("ghost", 0),
      queue.status("ghost", 0),
    ]).toEqual([false, false, null, false, false, false, null, false, false, null]);
  });

  test("[W1] what is accepted is a return value, too", () => {
    const queue = new WorkQueue(10, 2);
    expect([
      queue.add("a", 0),
      queue.reserve(0),
      queue.extend("a", 0),
      queue.complete("a", 0),
      queue.reserve(0),
    ]).toEqual([true, "a", true, true, null]);
  });

  test("[W1] an id is never used twice, not even that of a completed task", () => {
    const queue = queueWith(["a"]);
    queue.reserve(0);
    queue.complete("a", 0);
    expect(queue.add("a", 0)).toBe(false);
  });

  test.each<[string, (queue: WorkQueue) => unknown]>([
    ["add", (queue) => queue.add("", 0)],
    ["add with a bad run time", (queue) => queue.add("b", 0, -1)],
    ["reserve", (queue) => queue.reserve(1.5)],
    ["complete", (queue) => queue.complete("", 0)],
    ["fail", (queue) => queue.fail("a", 0, -1)],
    ["extend", (queue) => queue.extend("a", -1)],
    ["status", (queue) => queue.status("", 0)],
    ["redrive", (queue) => queue.redrive("", 0)],
  ])("[W1] %s throws for an argument that can't be meant", (_what, call) => {
    expect(refusalOf(() => call(queueWith(["a"])))?.code).toBe("INVALID_ARGUMENT");
  });

  test.each<[string, (queue: WorkQueue) => unknown]>([
    ["add", (queue) => queue.add("b", 4)],
    ["reserve", (queue) => queue.reserve(4)],
    ["complete", (queue) => queue.complete("a", 4)],
    ["fail", (queue) => queue.fail("a", 4)],
    ["status", (queue) => queue.status("a", 4)],
    ["redrive", (queue) => queue.redrive("a", 4)],
  ])("[W1] %s throws for a time that goes back", (_what, call) => {
    const queue = queueWith(["a"]);
    queue.status("a", 5);
    expect(refusalOf(() => call(queue))?.code).toBe("TIME_WENT_BACK");
  });
});

describe("W2: beyond the problem statement", () => {
  test("[W2] a reservation can give its lease id and its deadline; lease ids are never used twice", () => {
    const queue = queueWith(["a", "b"], 10);
    const first = queue.reserveWithLease(3);
    const second = queue.reserveWithLease(4);
    expect([first, second?.deadline, first?.lease === second?.lease, queue.reserveWithLease(4)]).toEqual([
      { id: "a", lease: expect.any(Number) as number, deadline: 13 },
      14,
      false,
      null,
    ]);
  });

  test.each(["complete", "fail", "extend"] as const)("[W2] %s then requires that lease id", (call) => {
    const queue = queueWith(["a"]);
    const lease = queue.reserveWithLease(0)!.lease;
    const refused = [queue[call]("a", 0), queue[call]("a", 0, null), queue[call]("a", 0, lease + 1)];
    const accepted = queue[call]("a", 0, lease);
    expect([refused.every((answer) => answer === false || answer === null), Boolean(accepted)]).toEqual([
      true,
      true,
    ]);
  });

  test("[W2] a reservation without a lease id requires none, though the one before did", () => {
    const queue = queueWith(["a"], 10, 9);
    const lease = queue.reserveWithLease(0)!.lease;
    queue.fail("a", 0, lease);
    queue.reserve(0);
    expect([queue.complete("a", 0, lease), queue.complete("a", 0)]).toEqual([false, true]);
  });

  test("[W2] a lease id is asked for until the reservation ends, extended or not", () => {
    const queue = queueWith(["a"]);
    const lease = queue.reserveWithLease(0)!.lease;
    queue.extend("a", 5, lease);
    expect([queue.complete("a", 5), queue.complete("a", 14, lease)]).toEqual([false, true]);
  });

  test("[W2] extending begins the lease anew", () => {
    const queue = queueWith(["a"], 10);
    queue.reserve(0);
    queue.extend("a", 8);
    expect([queue.status("a", 17), queue.status("a", 18)]).toEqual(["RESERVED", "AVAILABLE"]);
  });

  test("[W2] a task with a run time isn't reserved before it", () => {
    const queue = queueWith([]);
    queue.add("later", 0, 9);
    queue.add("now", 0, null);
    expect([reserveAll(queue, 8), queue.status("later", 8), reserveAll(queue, 9)]).toEqual([
      ["now"],
      "AVAILABLE",
      ["later"],
    ]);
  });

  test("[W2] the dead tasks are listed in the order in which they died", () => {
    const queue = queueWith(["a", "b", "c"], 10, 1);
    reserveAll(queue, 0);
    for (const id of ["c", "a"]) queue.fail(id, 0);
    expect(queue.dead()).toEqual(["c", "a"]);
  });

  test("[W2] a dead task that is redriven has all its attempts again", () => {
    const queue = queueWith(["a"], 10, 2);
    for (let times = 0; times < 2; times += 1) {
      queue.reserve(0);
      queue.fail("a", 0);
    }
    const redriven = queue.redrive("a", 0);
    queue.reserve(0);
    expect([redriven, queue.dead(), queue.fail("a", 0)]).toEqual([true, [], "AVAILABLE"]);
  });
});

/**
 * A day in a lab as a list of calls, made before any clock runs: robots claim, finish, fail or vanish; a person
 * redrives what died. The rival plays the lab while the list is made, so that every call in it is allowed.
 */

import { diceOf, type Dice } from "../dice.ts";
import { flat } from "./measure.ts";
import { RivalQueue, type Reservation } from "./rival.ts";

/** What the dispatcher and its rival both do. */
export interface Queue {
  submit(id: string, backoff: number, now: number): void;
  claim(now: number): { readonly id: string; readonly token: number } | undefined;
  complete(id: string, now: number, token: number): void;
  reportFailure(id: string, now: number, token: number): void;
  redrive(id: string, now: number): unknown;
}

export const TERMS = { maxFailures: 2, lease: 2_000 } as const;

const SUBMIT = 0;
const CLAIM = 1;
const COMPLETE = 2;
const FAIL = 3;
const REDRIVE = 4;
type Op = typeof SUBMIT | typeof CLAIM | typeof COMPLETE | typeof FAIL | typeof REDRIVE;

/** Calls in columns: `replay` then allocates nothing of its own. */
export interface History {
  /** Submitted at 0, before the calls. */
  readonly standing: readonly string[];
  readonly ops: readonly Op[];
  readonly ids: readonly string[];
  readonly nows: readonly number[];
  /** The token to show, or the backoff of a submission. */
  readonly numbers: readonly number[];
  /** What the claims hand out, in order; "" for nothing. */
  readonly handedOut: readonly string[];
}

const ROBOTS = 64;
const LONGEST_BACKOFF = 500;

export function makeHistory(standing: readonly string[], calls: number): History {
  const maker = new HistoryMaker(standing);
  while (maker.ops.length < calls) maker.step();
  return maker;
}

/**
 * The history with ids of its own, whose hashes nobody has asked for yet, as in calls from outside: V8 keeps a text's
 * hash in the text, so that a Map would find the ids of a second round without the work that a first one costs.
 */
export const withFreshIds = (history: History): History => ({
  standing: history.standing,
  ops: history.ops,
  ids: history.ids.map(flat),
  nows: history.nows,
  numbers: history.numbers,
  handedOut: history.handedOut,
});

/** Makes the calls from the `from`-th on and before the `end`-th; notes in `given` what the claims hand out. */
export function replay(
  queue: Queue,
  { ops, ids, nows, numbers }: History,
  from: number,
  end: number,
  given: string[],
): void {
  for (let index = from; index < end; index += 1) {
    const id = ids[index]!;
    const now = nows[index]!;
    switch (ops[index]!) {
      case SUBMIT:
        queue.submit(id, numbers[index]!, now);
        break;
      case CLAIM:
        given.push(queue.claim(now)?.id ?? "");
        break;
      case COMPLETE:
        queue.complete(id, now, numbers[index]!);
        break;
      case FAIL:
        queue.reportFailure(id, now, numbers[index]!);
        break;
      case REDRIVE:
        queue.redrive(id, now);
        break;
    }
  }
}

export function submitStanding(queue: Queue, { standing }: History): void {
  for (const id of standing) queue.submit(id, standingBackoff(id), 0);
}

const standingBackoff = (id: string): number => 10 + (id.charCodeAt(id.length - 1) % 10) * 40;

class HistoryMaker implements History {
  readonly standing: readonly string[];
  readonly ops: Op[] = [];
  readonly ids: string[] = [];
  readonly nows: number[] = [];
  readonly numbers: number[] = [];
  readonly handedOut: string[] = [];
  readonly #dice: Dice = diceOf(2_026);
  readonly #lab = new RivalQueue(TERMS);
  readonly #atWork: Reservation[] = [];
  /** Claims whose robot has vanished, in the order in which their leases end. */
  readonly #vanished: Reservation[] = [];
  readonly #dead: string[] = [];
  #now = 0;
  #submitted = 0;
  /** Submitted and neither completed nor dead. */
  #live: number;
  readonly #target: number;

  constructor(standing: readonly string[]) {
    this.standing = standing;
    this.#live = standing.length;
    this.#target = Math.max(standing.length, 1_000);
    submitStanding(this.#lab, this);
  }

  step(): void {
    this.#now += this.#dice(3);
    this.#findVanished();
    const dice = this.#dice(100);
    if (dice < 4 && this.#dead.length > 0) this.#redrive();
    else if (this.#live < this.#target) this.#submit();
    else if (this.#atWork.length < 1 + this.#dice(ROBOTS)) this.#claim();
    else this.#finish();
  }

  #submit(): void {
    // Like plates through a line: four steps of each, though nothing here waits for anything else.
    const step = ["extract", "amplify", "label", "sequence"][this.#submitted % 4]!;
    const id = `${step}-${10_000 + (this.#submitted >> 2)}`;
    const backoff = 1 + this.#dice(LONGEST_BACKOFF);
    this.#submitted += 1;
    this.#live += 1;
    this.#lab.submit(id, backoff, this.#now);
    this.#note(SUBMIT, id, backoff);
  }

  #claim(): void {
    const claim = this.#lab.claim(this.#now);
    this.#note(CLAIM, "", 0);
    this.handedOut.push(claim?.id ?? "");
    if (claim === undefined) return;
    if (this.#dice(100) < 2) this.#vanished.push(claim);
    else this.#atWork.push(claim);
  }

  #finish(): void {
    const [claim] = this.#atWork.splice(this.#dice(this.#atWork.length), 1);
    if (claim === undefined || claim.deadline <= this.#now) return;
    const { id, token } = claim;
    if (this.#dice(100) < 12) {
      this.#lab.reportFailure(id, this.#now, token);
      this.#note(FAIL, id, token);
      this.#buryIfDead(id);
    } else {
      this.#lab.complete(id, this.#now, token);
      this.#note(COMPLETE, id, token);
      this.#live -= 1;
    }
  }

  #redrive(): void {
    const [id = ""] = this.#dead.splice(this.#dice(this.#dead.length), 1);
    this.#lab.redrive(id, this.#now);
    this.#note(REDRIVE, id, 0);
    this.#live += 1;
  }

  #findVanished(): void {
    while ((this.#vanished[0]?.deadline ?? Infinity) <= this.#now) {
      this.#buryIfDead(this.#vanished.shift()!.id);
    }
  }

  #buryIfDead(id: string): void {
    if (this.#lab.status(id, this.#now) !== "DEAD") return;
    this.#dead.push(id);
    this.#live -= 1;
  }

  #note(op: Op, id: string, number: number): void {
    this.ops.push(op);
    this.ids.push(id);
    this.nows.push(this.#now);
    this.numbers.push(number);
  }
}

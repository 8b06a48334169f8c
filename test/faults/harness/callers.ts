/** Robots and people at work: callers that submit, claim, complete, fail, and now and then change their minds. */

import type { LabProcess } from "./lab-process.ts";
import { untilEnded, type Ledger } from "./ledger.ts";

interface Work {
  readonly lab: LabProcess;
  readonly ledger: Ledger;
  /** Tells the ids of this work from all others. */
  readonly name: string;
  readonly callers: number;
  /** Rounds of each caller; without end if absent. */
  readonly rounds?: number;
}

/** Settles when all callers are done, or the process has ended. */
export async function callersAtWork({ lab, ledger, name, callers, rounds = Infinity }: Work): Promise<void> {
  await Promise.all(
    Array.from({ length: callers }, (_, caller) =>
      untilEnded(async () => {
        for (let n = 0; n < rounds; n += 1) await callOnce(lab, ledger, `${name}-${caller}`, n);
      }),
    ),
  );
}

/** How many jobs a chain of a bulk submission has. */
const CHAIN = 4;

async function callOnce(lab: LabProcess, ledger: Ledger, caller: string, n: number): Promise<void> {
  const id = `${caller}-${n}`;
  const robot = `robot-${caller}`;
  if (n % 6 === 3) {
    await ledger.give(lab, { name: "submitMany", jobs: chainOf(id) }, "ada");
    if (n % 12 === 3) {
      await ledger.give(lab, { name: "cancel", id: `${id}.0`, withDependents: true }, "ada");
    }
  } else {
    await ledger.give(lab, { name: "submit", id, backoff: n % 3 }, robot);
  }
  if (n % 7 === 2) await ledger.give(lab, { name: "setPriority", id, priority: n }, "ada");
  // Some leases are over before their robot is.
  const claim = await ledger.give(lab, { name: "claim", lease: n % 5 === 0 ? 1 : null }, robot);
  if (!claim) return;
  const { id: claimed, token } = claim;
  if (n % 9 === 4) await ledger.give(lab, { name: "heartbeat", id: claimed, token }, robot);
  if (n % 10 === 9) {
    await ledger.give(lab, { name: "releaseClaim", id: claimed }, "ada");
  } else if (n % 4 === 0) {
    const state = await ledger.give(lab, { name: "reportFailure", id: claimed, token }, robot);
    if (state === "quarantined") await ledger.give(lab, { name: "redrive", id: claimed }, "ada");
  } else {
    await ledger.give(lab, { name: "complete", id: claimed, token }, robot);
  }
}

/** Jobs that are all there or none, each after the one before. */
const chainOf = (id: string) =>
  Array.from({ length: CHAIN }, (_, place) => ({
    id: `${id}.${place}`,
    backoff: 0,
    after: place === 0 ? [] : [`${id}.${place - 1}`],
  }));

/** The actor's thread: opens the database, gathers what has arrived into batches, and posts the answers. */

import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { Actor } from "./actor.ts";
import { chance, GIVEN_TIME, RunningClock } from "./clock.ts";
import type { Ask, LookAsk, Said, Startup } from "./protocol.ts";
import { SqliteJournal } from "./sqlite/journal.ts";
import { openDatabase } from "./sqlite/open.ts";
import { refusalOf } from "./sqlite/refused.ts";

/** No batch this long takes another message: more would make the first in it wait too long for its answer. */
const MOST_AT_ONCE = 512;

const port = parentPort;
if (port === null) throw new Error("this module runs as a worker thread");

/** What is said while a batch is at hand. */
let outbox: Said[] | undefined;

function post(said: Said): void {
  if (outbox) outbox.push(said);
  else port?.postMessage([said]);
}

/** To send and to hear many answers together costs little more than one alone. */
function inOneMessage(work: () => void): void {
  const all: Said[] = [];
  outbox = all;
  work();
  outbox = undefined;
  port?.postMessage(all);
}

try {
  serve(workerData as Startup);
} catch (error) {
  const { message, inUse } = refusalOf((workerData as Startup).file, error);
  post({ news: "refused", message, inUse });
}

function serve(startup: Startup): void {
  const actor = open(startup);
  const { looks } = startup;
  port?.on("message", (first: readonly Ask[]) => {
    const batch = [...first, ...waiting(first.length)];
    const commands = batch.filter((ask) => ask.to === "perform");
    if (commands.length > 0) inOneMessage(() => actor.handle(commands).forEach(post));
    // Now: readers would wait for all that has come meanwhile, else.
    for (let ask = nextLook(); ask !== undefined; ask = nextLook()) look(ask);
    for (const ask of batch) if (ask.to === "close") close(ask.number);
  });
  looks.on("message", look);
  post({ news: "open", lab: actor.news });

  function nextLook(): LookAsk | undefined {
    return (receiveMessageOnPort(looks) as { message: LookAsk } | undefined)?.message;
  }

  function look({ number }: LookAsk): void {
    try {
      post({ number, value: { ...actor.look(), counts: actor.news.counts } });
    } catch (error) {
      const message = `The database could not be read. ${(error as Error).message} Try again later.`;
      post({ number, rejection: { code: "STORAGE_FAILED", message } });
    }
  }

  function close(number: number): void {
    actor.close();
    post({ number, value: null });
    looks.close();
    port?.close();
  }
}

function open({ file, settings, replay, nativeBinding }: Startup): Actor {
  const database = openDatabase(file, nativeBinding === undefined ? {} : { nativeBinding });
  try {
    const journal = new SqliteJournal(database, settings);
    const makeClock = (from: number) => (replay ? GIVEN_TIME : new RunningClock(from));
    // A replay is the same each time: nothing in it is left to chance.
    const random = replay ? undefined : chance;
    return new Actor({
      journal,
      makeClock,
      replay,
      random,
      seed: chance() * 2 ** 32,
      onChanged: (lab) => post({ news: "changed", lab }),
    });
  } catch (error) {
    database.abandon();
    throw error;
  }
}

/** What else has arrived by now, where `count` have been taken. */
function* waiting(count: number): Generator<Ask> {
  while (count < MOST_AT_ONCE) {
    const next = port && (receiveMessageOnPort(port) as { message: readonly Ask[] } | undefined);
    if (!next) return;
    yield* next.message;
    count += next.message.length;
  }
}

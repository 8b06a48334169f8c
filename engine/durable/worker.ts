/** The actor's thread: opens the database, gathers what has arrived into batches, and posts the answers. */

import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { Actor } from "./actor.ts";
import { chance, GIVEN_TIME, RunningClock } from "./clock.ts";
import type { Ask, LookAsk, News, Reply, Startup } from "./protocol.ts";
import { SqliteJournal } from "./sqlite/journal.ts";
import { openDatabase } from "./sqlite/open.ts";
import { refusalOf } from "./sqlite/refused.ts";

/** The longest batch: more would make the first in it wait too long for its answer. */
const MOST_AT_ONCE = 512;

const port = parentPort;
if (port === null) throw new Error("this module runs as a worker thread");

const post = (message: Reply | News): void => port.postMessage(message);

try {
  serve(workerData as Startup);
} catch (error) {
  const { message, inUse } = refusalOf((workerData as Startup).file, error);
  post({ news: "refused", message, inUse });
}

function serve(startup: Startup): void {
  const actor = open(startup);
  const { looks } = startup;
  port?.on("message", (first: Ask) => {
    const batch = [first, ...waiting()];
    const commands = batch.filter((ask) => ask.to === "perform");
    if (commands.length > 0) actor.handle(commands).forEach(post);
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
    post({ number, value: { ...actor.look(), counts: actor.news.counts } });
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
      random,
      seed: chance() * 2 ** 32,
      onChanged: (lab) => post({ news: "changed", lab }),
    });
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What else has arrived by now. */
function* waiting(): Generator<Ask> {
  for (let count = 1; count < MOST_AT_ONCE; count += 1) {
    const next = port && (receiveMessageOnPort(port) as { message: Ask } | undefined);
    if (!next) return;
    yield next.message;
  }
}

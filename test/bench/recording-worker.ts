/**
 * The actor's own thread, with its writing connection overheard. The recording is written beside the database when
 * that connection closes; how far it is can be seen meanwhile.
 */

import { writeFileSync } from "node:fs";
import { serialize } from "node:v8";
import Database from "better-sqlite3";
import { CHANNEL, COUNT, recordingBeside, valuesOf, type Run } from "./recorder.ts";

const counts = new Int32Array(new SharedArrayBuffer(8));
const statements: string[] = [];
const runs: Run[] = [];

/** Every connection of this thread does what these say. */
const ways = Database.prototype as {
  prepare: (this: Database.Database, sql: string) => Database.Statement;
  close: (this: Database.Database) => Database.Database;
};
const { prepare, close } = ways;

ways.prepare = function (sql) {
  const statement = prepare.call(this, sql);
  if (isTheWriter(this) && isWriting(sql, statement)) overhear(statement, sql);
  return statement;
};

ways.close = function () {
  if (isTheWriter(this)) writeFileSync(recordingBeside(this.name), serialize({ statements, runs }));
  return close.call(this);
};

const channel = new BroadcastChannel(CHANNEL);
channel.postMessage(counts.buffer);
channel.close();

await import("../../engine/durable/worker.ts");

/** Not the one that only holds the lock. */
function isTheWriter({ readonly, name }: Database.Database): boolean {
  return !readonly && name.endsWith(".db");
}

function isWriting(sql: string, { readonly }: Database.Statement): boolean {
  return !readonly || /^(BEGIN|COMMIT)/i.test(sql);
}

function overhear(statement: Database.Statement, sql: string): void {
  const index = statements.push(sql) - 1;
  const isCommit = sql.startsWith("COMMIT");
  for (const way of ["run", "get", "all"] as const) {
    const original: (...args: unknown[]) => unknown = statement[way].bind(statement);
    const overheard = (...args: unknown[]) => {
      runs.push([index, valuesOf(sql, args)]);
      counts[COUNT.runs]! += 1;
      if (isCommit) counts[COUNT.commits]! += 1;
      return original(...args);
    };
    Object.assign(statement, { [way]: overheard });
  }
}

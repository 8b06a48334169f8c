/**
 * All jobs and events as text, line by line, in pages: neither memory nor the write-ahead log grows with them. While a
 * lab is running the jobs are as of when their page was read; the events are those up to the one that the first line names.
 */

import Database from "better-sqlite3";
import type { Value } from "../job-row.ts";
import { refusalOf } from "../refused.ts";
import type { SqliteOptions } from "../sqlite-options.ts";
import { judged } from "./judged.ts";

/** `jsonl`: jobs, then events, an object a line. `csv`: the jobs, a row each. */
export type ExportFormat = "jsonl" | "csv";

const PAGE = 1_000;

type Row = Readonly<Record<string, Value | Buffer>>;

/** Throws DatabaseRefused. */
export function* exportedLines(
  named: string,
  format: ExportFormat,
  options: SqliteOptions = {},
): Generator<string> {
  const { file } = judged(named);
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { ...options, readonly: true });
    yield* format === "csv" ? csvOf(db) : jsonLinesOf(db);
  } catch (error) {
    throw refusalOf(file, error);
  } finally {
    db?.close();
  }
}

function* jsonLinesOf(db: Database.Database): Generator<string> {
  const lastEvent = db.prepare("SELECT coalesce(max(seq), 0) FROM event").pluck().get() as number;
  const lab = db.prepare("SELECT * FROM lab").get() as Row;
  yield line({
    lab: { ...lab, one: undefined, version: db.pragma("user_version", { simple: true }), lastEvent },
  });
  const needs = needsOf(db);
  for (const job of pages(db, "job", "key", Number.MAX_SAFE_INTEGER)) {
    const lists = {
      requires: parsed(job["requires"]),
      labels: parsed(job["labels"]),
      payload: parsed(job["payload"]),
    };
    yield line({ job: { ...job, ...lists, needs: needs(job) } });
  }
  for (const event of pages(db, "event", "seq", lastEvent)) {
    const { hash, needs: needed, facts, result, ...rest } = event;
    const parts = { needs: parsed(needed), facts: parsed(facts), result: parsed(result) };
    yield line({ event: { ...rest, ...parts, hash: (hash as Buffer | undefined)?.toString("hex") } });
  }
}

function* csvOf(db: Database.Database): Generator<string> {
  const columns = db
    .prepare("SELECT * FROM job")
    .columns()
    .map(({ name }) => name);
  yield `${[...columns, "needs"].join(",")}\r\n`;
  const needs = needsOf(db);
  for (const job of pages(db, "job", "key", Number.MAX_SAFE_INTEGER)) {
    const cells = [...columns.map((column) => job[column] as Value), needs(job).join(";")];
    yield `${cells.map(cell).join(",")}\r\n`;
  }
}

/** Each page in a reading of its own. */
function* pages(db: Database.Database, table: string, key: string, last: number): Generator<Row> {
  const page = db.prepare(
    `SELECT * FROM ${table} WHERE ${key} > ? AND ${key} <= ? ORDER BY ${key} LIMIT ${String(PAGE)}`,
  );
  let before = 0;
  for (;;) {
    const rows = page.all(before, last) as Row[];
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined) return;
    before = end[key] as number;
  }
}

function needsOf(db: Database.Database): (job: Row) => string[] {
  const ids = db
    .prepare(
      `SELECT needed.id FROM prerequisite JOIN job AS needed ON needed.key = needs
       WHERE prerequisite.job = ? ORDER BY place`,
    )
    .pluck();
  return (job) => ids.all(job["key"]) as string[];
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;

const parsed = (text: Value | Buffer | undefined): unknown =>
  typeof text === "string" ? JSON.parse(text) : null;

/** RFC 4180. */
function cell(value: Value): string {
  const text = value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

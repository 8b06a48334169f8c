/**
 * Workflow files: CSV with the columns `id`, `backoff` and `after`, in any order. A backoff is a number of
 * milliseconds, or a number with a unit (`90 s`, `10 min`, `2 h`); the ids in `after` are separated by semicolons.
 */

import { parse } from "csv-parse/sync";
import { checkSubmission } from "./submission.ts";
import type { JobId, Millis } from "./model.ts";
import { Rejected } from "./rejected.ts";

/** A file as it was read: what to submit, or what is wrong. */
export interface WorkflowFile {
  readonly jobs: readonly WorkflowJob[];
  /** In the order of the lines; with any of them, nothing should be submitted. */
  readonly problems: readonly Problem[];
}

export interface WorkflowJob {
  readonly id: JobId;
  readonly backoff: Millis;
  readonly after: readonly JobId[];
  /** Where it stands in the file, from 1. */
  readonly line: number;
}

export interface Problem {
  readonly line: number;
  readonly message: string;
}

/** Tells which of `ids` the lab knows already. */
export type Known = (ids: readonly JobId[]) => Promise<readonly JobId[]>;

const COLUMNS = ["id", "backoff", "after"];
const UNITS: Readonly<Record<string, Millis>> = { "": 1, ms: 1, s: 1000, min: 60_000, h: 3_600_000 };

/** Reads `text` (UTF-8) and finds everything that would be refused, but for cycles. */
export async function readWorkflowFile(text: string | Uint8Array, known: Known): Promise<WorkflowFile> {
  const decoded = typeof text === "string" ? text : decode(text);
  if (decoded === undefined) return failed(1, "This is not a text file in UTF-8. Save it as “CSV UTF-8”.");
  const rows = rowsOf(decoded);
  if ("message" in rows) return failed(rows.line, rows.message);
  const [header, ...lines] = rows;
  if (header === undefined)
    return failed(1, "The file is empty. Its first line names the columns: id,backoff,after.");
  const problem = headerProblem(header.record);
  if (problem !== undefined) return failed(lineOf(header), problem);
  if (lines.length === 0)
    return failed(lineOf(header), "There is no job below the line that names the columns.");

  const problems: Problem[] = [];
  const jobs = lines.flatMap((row) => {
    const job = readJob(header.record, row);
    if (!("message" in job)) return [job];
    problems.push(job);
    return [];
  });
  const all = problems.concat(await misfits(jobs, known));
  return { jobs, problems: all.sort((a, b) => a.line - b.line) };
}

interface Row {
  readonly record: readonly string[];
  /** `lines`: where the record ends. */
  readonly info: { readonly lines: number };
}

/** Where a record begins: a quoted value may go over several lines. */
const lineOf = ({ record, info }: Row): number =>
  info.lines - record.reduce((breaks, value) => breaks + value.split("\n").length - 1, 0);

function rowsOf(text: string): Row[] | Problem {
  try {
    const options = { bom: true, trim: true, info: true, skip_empty_lines: true, relax_column_count: true };
    // With one kind of line end, as the reader counts lines; its types don't say that `info` wraps each record.
    return parse(text.replace(/\r\n?/g, "\n"), options) as unknown as Row[];
  } catch (error) {
    const { lines = 1, message } = error as { lines?: number; message: string };
    return { line: lines, message: `This is not CSV: ${message}.` };
  }
}

function headerProblem(names: readonly string[]): string | undefined {
  const missing = COLUMNS.filter((column) => column !== "after" && !names.includes(column));
  const unknown = names.find((name) => !COLUMNS.includes(name));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (missing.length > 0)
    return `There is no column ${missing.join(" and no column ")}. The first line names the columns: id,backoff,after.`;
  if (unknown !== undefined)
    return `The column “${unknown}” is not known. The columns are id, backoff and after.`;
  if (twice !== undefined) return `The column “${twice}” is there twice. Remove one of them.`;
  return undefined;
}

function readJob(names: readonly string[], row: Row): WorkflowJob | Problem {
  const { record } = row;
  const line = lineOf(row);
  const cell = (name: string) => record[names.indexOf(name)] ?? "";
  if (record.length > names.length) {
    return {
      line,
      message: `There are ${String(record.length)} values for ${String(names.length)} columns. Separate the ids in “after” by semicolons.`,
    };
  }
  const backoff = readDuration(cell("backoff"));
  if (backoff === undefined) {
    return {
      line,
      message: `“${cell("backoff")}” is no backoff. Write milliseconds, or a number with s, min or h: 10 min.`,
    };
  }
  const after = cell("after")
    .split(";")
    .map((id) => id.trim())
    .filter((id) => id !== "");
  try {
    const submission = checkSubmission(cell("id"), backoff, after, undefined);
    return { id: submission.id, backoff, after: submission.after, line };
  } catch (error) {
    if (error instanceof Rejected) return { line, message: error.message };
    throw error;
  }
}

/** `10 min` and the like, in milliseconds. */
function readDuration(text: string): Millis | undefined {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text) ?? [];
  const factor = Object.hasOwn(UNITS, unit.toLowerCase()) ? UNITS[unit.toLowerCase()] : undefined;
  return number === undefined || factor === undefined ? undefined : Math.round(Number(number) * factor);
}

/** What is right by itself but doesn't fit the rest of the file, or the lab. */
async function misfits(jobs: readonly WorkflowJob[], known: Known): Promise<Problem[]> {
  const inLab = new Set(await known([...new Set(jobs.flatMap(({ id, after }) => [id, ...after]))]));
  const places = new Map<JobId, number>();
  const problems: Problem[] = [];
  for (const { id, line } of jobs) {
    const earlier = places.get(id);
    if (earlier !== undefined)
      problems.push({
        line,
        message: `${id} stands in line ${String(earlier)} already. Give each job an id of its own.`,
      });
    else if (inLab.has(id))
      problems.push({
        line,
        message: `There is a job ${id} in the lab already, and an id is never used twice. Choose another.`,
      });
    places.set(id, earlier ?? line);
  }
  for (const { after, line } of jobs) {
    const missing = after.filter((id) => !places.has(id) && !inLab.has(id));
    for (const id of missing)
      problems.push({
        line,
        message: `There is no job ${id} to wait for, neither in this file nor in the lab. Ids are separated by semicolons.`,
      });
  }
  return problems;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const failed = (line: number, message: string): WorkflowFile => ({ jobs: [], problems: [{ line, message }] });

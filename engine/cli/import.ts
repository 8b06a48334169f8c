/** `lab import`: a workflow file into a database, whole or not at all. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { buffer } from "node:stream/consumers";
import {
  DurableLab,
  LabDispatcher,
  readWorkflowFile,
  Rejected,
  type Known,
  type Problem,
  type Submission,
  type WorkflowFile,
  type WorkflowJob,
} from "../index.ts";
import { BadUse } from "./bad-use.ts";

/** Something in the file is wrong, so nothing was submitted. */
export class ImportRefused extends Error {}

/** Gives what to print. Throws ImportRefused with a line for each problem, DatabaseRefused, BadUse. */
export async function importWorkflow(file: string, database: string, json: boolean): Promise<string> {
  const content = await read(file);
  if (!existsSync(database)) await tryOnNothing(file, content);
  const lab = await DurableLab.open({ file: database });
  try {
    const { jobs } = await readSound(file, content, (ids) => lab.read({ name: "known", ids }));
    await submitting(file, jobs, (submissions) =>
      lab.perform({ name: "submitMany", jobs: submissions }, { actor: userInfo().username }),
    );
    return json
      ? `${JSON.stringify({ submitted: jobs.length, database })}\n`
      : `Submitted ${String(jobs.length)} jobs to ${database}.\n`;
  } finally {
    await lab.close();
  }
}

/** A file that would be refused makes no database. */
async function tryOnNothing(file: string, content: Uint8Array): Promise<void> {
  const { jobs } = await readSound(file, content, () => Promise.resolve([]));
  const lab = new LabDispatcher({ maxFailures: 1 });
  await submitting(file, jobs, (submissions) => lab.submitMany(submissions, 0));
}

async function readSound(file: string, content: Uint8Array, known: Known): Promise<WorkflowFile> {
  const workflow = await readWorkflowFile(content, known);
  if (workflow.problems.length > 0) throw refusal(file, workflow.problems);
  return workflow;
}

/** A refusal of `submit` is told by the line of the job that it is about. */
async function submitting(
  file: string,
  jobs: readonly WorkflowJob[],
  submit: (submissions: readonly Submission[]) => unknown,
): Promise<void> {
  try {
    await submit(jobs.map(({ id, backoff, after }) => ({ id, backoff, after })));
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    const [, index] = /^jobs\[(\d+)\]/.exec(error.field ?? "") ?? [];
    const line = jobs[Number(index)]?.line ?? jobs.find(({ id }) => id === error.ids?.[0])?.line ?? 1;
    throw refusal(file, [{ line, message: error.message }]);
  }
}

async function read(file: string): Promise<Uint8Array> {
  if (file === "-") return buffer(process.stdin);
  try {
    return await readFile(file);
  } catch (error) {
    throw new BadUse(`${file} can't be read (${(error as Error).message}).`);
  }
}

function refusal(file: string, problems: readonly Problem[]): ImportRefused {
  const lines = problems.map(({ line, message }) => `${file}:${String(line)}: ${message}`);
  return new ImportRefused([...lines, "Nothing was submitted."].join("\n"));
}
